import type { FeedbackRow } from "@reposo/contract/feedback.ts";
import { languageTags } from "@reposo/contract/languages.ts";
import { useCallback, useMemo } from "react";
import { type FeedbackFilter, feedbackQuery, readFeedbackFilter } from "./feedback-groups.ts";
import { FeedbackRows } from "./feedback-rows.tsx";
import { useFeedbackList, useFeedbackNews } from "./use-feedback-list.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { useListVisit } from "#manager/lists/list-visit.ts";
import { navigate } from "#shared/routing/navigation.ts";
import type { PageOf } from "#manager/lists/paged-list.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { List, Row } from "#ui/list/list.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import styles from "#manager/lists/list-head.module.css";
import type { Ready } from "#manager/frame/manager-page.tsx";
import { useManager, useManagerEvents } from "#manager/session/manager-session.tsx";
import { NewRowsBar } from "#manager/lists/new-rows-bar.tsx";
import { PagedResults } from "#manager/lists/paged-results.tsx";
import { useShownZone } from "#manager/frame/use-shown-zone.ts";
import { OutletChip } from "#manager/frame/outlet-chip.tsx";
import { useWhen } from "#manager/frame/use-when.ts";

const apply = (filter: FeedbackFilter) =>
  navigate(hrefOf("feedback", feedbackQuery(filter)), { replace: true });

/** The feedback of a manager's outlets; which of it is listed stands in the address, whose query `search` is. */
export function FeedbackBrowser({ ready, search, shown }: { ready: Ready; search: string; shown: boolean }) {
  const texts = useText("answering");
  const shared = useText("feedback");
  const manager = useText("manager");
  const lists = useText("lists");
  const language = useLanguage();
  const { live } = useManager();
  const when = useWhen(ready);
  const zone = useShownZone(ready);
  const filter = useMemo(() => readFeedbackFilter(new URLSearchParams(search)), [search]);
  const { group, areaId } = filter;

  const visit = useListVisit("feedback", ready.token, `${group} ${areaId ?? ""}`, shown);
  const list = useFeedbackList(visit, filter, shown);
  const news = useFeedbackNews(list);
  useManagerEvents((event) => {
    if (event.name === "order" || event.name === "reset") news.hear();
  });
  const renderPage = useCallback(
    ({ items }: PageOf<FeedbackRow>, start: number, total: number) => (
      <FeedbackRows items={items} start={start} total={total} when={when} />
    ),
    [when],
  );

  const total = list.data?.pages[0]?.total;
  return (
    <div hidden={!shown} className={styles.browser}>
      <List>
        <Row href={hrefOf("feedback", { rows: "coupons" })} title={texts.gifts} />
      </List>
      <div className={styles.head}>
        <Segmented
          label={texts.state}
          value={group}
          choices={[
            { value: "open", label: texts.open },
            { value: "answered", label: shared.stateAnswered },
            { value: "closed", label: shared.stateClosed },
          ]}
          onChange={(chosen) => apply({ ...filter, group: chosen })}
        />
        <OutletChip
          areaId={areaId}
          outlets={ready.userInfo.outlets}
          onRemove={() => apply({ ...filter, areaId: null })}
        />
        <p className={styles.count} role="status">
          {total === undefined
            ? null
            : fill(texts.count, { count: new Intl.NumberFormat(languageTags[language]).format(total) })}
        </p>
        {live === "cut" && <Banner kind="offline">{manager.notLiveList}</Banner>}
      </div>
      {news.maybeOld && <NewRowsBar text={lists.maybeOld} onShow={news.show} />}
      <PagedResults
        list={list}
        visit={visit}
        zone={zone}
        words={{
          list: manager.feedback,
          failed: texts.failed,
          emptyTitle: texts.noneYet,
          emptyText: texts.noneYetText,
          noMatch: texts.nothingMatches,
        }}
        filtered={group !== "open" || areaId !== null}
        onClear={() => apply({ group: "open", areaId: null })}
        renderPage={renderPage}
      />
    </div>
  );
}
