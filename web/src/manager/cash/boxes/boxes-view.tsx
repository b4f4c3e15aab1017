import type { CashBox } from "@reposo/contract/revenue/cash-boxes.ts";
import type { BoxSort } from "@reposo/contract/revenue/report-values.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import type { StoredCollection } from "#manager/cash/pending/stored-collection.ts";
import { MorePages } from "#manager/shared/lists/more-pages.tsx";
import { type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { cashBoxesQuery, outletCashQuery } from "#manager/cash/cash-queries.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { onlyOutlet, OutletPicker } from "#manager/statistics/index.ts";
import { relativeTime } from "#shared/time/date-time.ts";
import { clockInZone } from "#manager/shared/zone/display-zone.ts";
import { Badge } from "#ui/badge/badge.tsx";
import { List, Row, RowSkeletons } from "#ui/list/list.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { Select } from "#ui/choice/select.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { type CashSelection, changeTo, choosesOutlets, hrefOfCash } from "#manager/cash/cash-selection.ts";
import { NoMatch } from "#manager/cash/no-match.tsx";
import type { ChosenBox } from "./collect-sheet.tsx";
import { NotLoaded } from "#manager/shared/frame/load-failed.tsx";

export function BoxesView({
  ready,
  selection,
  stored,
  onCollect,
}: {
  ready: Ready;
  selection: CashSelection;
  stored: readonly StoredCollection[];
  onCollect: (box: ChosenBox) => void;
}) {
  const texts = useText("cash");
  const { asOf } = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const { outlets } = ready.userInfo;
  const query = useCashBoxes(selection);
  const { data } = query;
  const [first] = data?.pages ?? [];
  return (
    <div className="stack">
      {outlets.length > 1 && (
        <OutletPicker
          outlets={outlets}
          chosen={selection.report.outlets}
          onChange={(chosen) => changeTo({ ...selection, report: { ...selection.report, outlets: chosen } })}
        />
      )}
      {data === undefined || first === undefined ? (
        <NotLoaded query={query} failedTitle={texts.failed} placeholder={<RowSkeletons />} />
      ) : data.pages.every((page) => page.boxes.length === 0) ? (
        choosesOutlets(selection) ? (
          <NoMatch selection={selection} />
        ) : (
          <Notice kind="empty" title={texts.noBoxes} text={texts.noBoxesText} />
        )
      ) : (
        <>
          <p className="soft" role="status">
            {fill(asOf, { time: clockInZone(Date.parse(first.asOf), zone, language) })}
          </p>
          {outlets.length > 1 && <OutletSums selection={selection} />}
          <BoxList query={query} selection={selection} stored={stored} onCollect={onCollect} />
        </>
      )}
    </div>
  );
}

/** Returns a text that identifies a query without its sorting. The second element of its key is the request. */
const requestWithoutSorting = (key?: QueryKey) =>
  JSON.stringify({ ...(key?.[1] as object | undefined), sort: undefined });

/**
 * Fetches the boxes. After a change of the sorting, the boxes stay on screen in the previous sorting until the fetch has
 * succeeded, because it cannot succeed offline.
 */
function useCashBoxes(selection: CashSelection) {
  const query = cashBoxesQuery(selection);
  return useInfiniteQuery({
    ...query,
    placeholderData: (shown, before) =>
      requestWithoutSorting(before?.queryKey) === requestWithoutSorting(query.queryKey) ? shown : undefined,
  });
}

function OutletSums({ selection }: { selection: CashSelection }) {
  const query = useInfiniteQuery(outletCashQuery(selection));
  const outlets = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const texts = useText("cash");
  const language = useLanguage();
  const numbers = new Intl.NumberFormat(languageTags[language]);
  // A single sum equals that of the boxes below.
  if (outlets.length <= 1) return null;
  return (
    <Section title={texts.outlets}>
      <List label={texts.outlets}>
        {outlets.map(({ areaId, areaName, currency, cash, boxes }) => (
          <Row
            key={areaId}
            href={hrefOfCash({ ...selection, report: { ...selection.report, outlets: onlyOutlet(areaId) } })}
            title={<UserText>{areaName}</UserText>}
            detail={fill(texts.boxCount, { count: numbers.format(boxes) })}
            meta={formatMoney(cash, currency, language)}
          />
        ))}
      </List>
      <MorePages query={query} />
    </Section>
  );
}

function BoxList({
  query,
  selection,
  stored,
  onCollect,
}: {
  query: ReturnType<typeof useCashBoxes>;
  selection: CashSelection;
  stored: readonly StoredCollection[];
  onCollect: (box: ChosenBox) => void;
}) {
  const texts = useText("cash");
  const numbers = new Intl.NumberFormat(languageTags[useLanguage()]);
  const { pages = [] } = query.data ?? {};
  const waiting = new Set(
    stored
      .filter(({ refusal, isRecorded }) => refusal === null && !isRecorded)
      .map((one) => one.request.deviceId),
  );
  return (
    <Section title={fill(texts.chairs, { count: numbers.format(pages[0]?.total ?? 0) })}>
      <Select<BoxSort>
        label={texts.sorting}
        value={selection.sort}
        choices={[
          { value: "amount", label: texts.byAmount },
          { value: "days", label: texts.byDays },
          { value: "outlet", label: texts.byOutlet },
        ]}
        onChange={(sort) => changeTo({ ...selection, sort })}
      />
      <List label={texts.inBoxes}>
        {pages.flatMap(({ boxes, asOf }) =>
          boxes.map((box) => (
            <BoxRow
              key={box.deviceId}
              box={box}
              now={Date.parse(asOf)}
              isWaiting={waiting.has(box.deviceId)}
              onCollect={() => onCollect(box)}
            />
          )),
        )}
      </List>
      <MorePages query={query} ahead />
    </Section>
  );
}

function BoxRow({
  box: { deviceId, areaName, currency, cash, lastCollectedAt, lastCollectedBy },
  now,
  isWaiting,
  onCollect,
}: {
  box: CashBox;
  now: number;
  isWaiting: boolean;
  onCollect: () => void;
}) {
  const texts = useText("cash");
  const language = useLanguage();
  const when =
    lastCollectedAt === null ? null : relativeTime(Date.parse(lastCollectedAt), now, language, texts.justNow);
  return (
    <Row
      name={deviceId}
      title={deviceId}
      detail={
        <>
          <span className="line">
            <UserText>{areaName}</UserText>
          </span>
          <span className="line">
            {when === null ? texts.never : fill(texts.lastCollected, { when, name: lastCollectedBy ?? "" })}
          </span>
        </>
      }
      meta={
        <>
          <span>{formatMoney(cash, currency, language)}</span>
          {isWaiting && <Badge tone="warn">{texts.waiting}</Badge>}
        </>
      }
      onPress={onCollect}
    />
  );
}
