import type { FeedbackRow } from "@reposo/contract/feedback/feedback.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { replaceAddress, SearchBox } from "#manager/search/index.ts";
import { holds } from "#manager/shared/session/account.ts";
import { changedHref } from "#manager/shared/lists/table-state.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { clockInZone } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { useDayGroups } from "#manager/shared/lists/day-heading.tsx";
import { FilteredList, outletName } from "#manager/shared/lists/filtered-list.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { Segmented } from "#ui/choice/segmented.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { type FeedbackFilter, feedbackQuery, readFeedbackFilter } from "./feedback-filter.ts";
import { FeedbackListRow } from "./feedback-row.tsx";
import { feedbackListQuery } from "./feedback-queries.ts";
import { FeedbackIcon } from "#ui/icons/manager-icons.tsx";

const timeOf = ({ createdAt }: FeedbackRow): string => createdAt;
const apply = (filter: FeedbackFilter) => replaceAddress(hrefOf("feedback", feedbackQuery(filter)));

/** Lists the feedback of the manager's outlets. The address contains the filter and the selected feedback. */
export function FeedbackBrowser({ ready }: { ready: Ready }) {
  const texts = useText("answering");
  const shared = useText("feedback");
  const { feedback: listTitle } = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  // The heading above the rows names their day.
  const when = useCallback((at: string) => clockInZone(Date.parse(at), zone, language), [zone, language]);
  const search = useAddressQuery().toString();
  const address = useMemo(() => new URLSearchParams(search), [search]);
  const filter = readFeedbackFilter(address);
  const { group, areaId } = filter;

  const list = useInfiniteQuery(feedbackListQuery(filter));
  const renderRow = useCallback(
    (feedback: FeedbackRow, position: number, total: number) => {
      const { feedbackId } = feedback;
      const href = changedHref("feedback", address, { feedbackId });
      const isSelected = feedbackId === address.get("feedbackId");
      return <FeedbackListRow key={feedbackId} {...{ feedback, position, total, href, isSelected, when }} />;
    },
    [when, address],
  );

  const groups = useDayGroups(timeOf);
  const total = list.data?.total;
  const numbers = new Intl.NumberFormat(languageTags[language]);
  return (
    <FilteredList
      list={list}
      lead={
        <>
          {holds(ready.userInfo, "home") && <SearchBox />}
          <List>
            <Row href={hrefOf("feedback", { rows: "coupons" })} title={texts.gifts} />
          </List>
        </>
      }
      choice={
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
      }
      count={total === undefined ? null : fill(texts.count, { count: numbers.format(total) })}
      chips={
        areaId === null
          ? []
          : [
              {
                key: areaId,
                label: outletName(ready.userInfo.outlets, areaId),
                without: { ...filter, areaId: null },
              },
            ]
      }
      onFilter={apply}
      texts={{
        list: listTitle,
        failed: texts.failed,
        emptyTitle:
          group === "open" ? texts.noneYet : group === "answered" ? texts.noneReplied : texts.noneClosed,
        emptyIcon: <FeedbackIcon />,
        ...(group === "open" && { emptyText: texts.noneYetText }),
        noMatch: texts.nothingMatches,
      }}
      filters={{
        active: areaId !== null,
        onClear: () => apply({ group, areaId: null }),
      }}
      renderRow={renderRow}
      groups={groups}
    />
  );
}
