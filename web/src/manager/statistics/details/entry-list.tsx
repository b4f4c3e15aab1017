import { formatMoney } from "@reposo/contract/money/money.ts";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { ExportButton } from "#manager/exports/index.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { showFirstPage } from "#manager/shared/lists/list-query.ts";
import { useDayGroups } from "#manager/shared/lists/day-heading.tsx";
import { ListResults } from "#manager/shared/lists/list-results.tsx";
import { entriesQuery, type Entry } from "#manager/statistics/reports/report-queries.ts";
import { EntryRow } from "#manager/statistics/reports/entry-row.tsx";
import { exportQuery } from "#manager/statistics/reports/report-requests.ts";
import { outletOf, type ReportSelection } from "#manager/statistics/reports/report-selection.ts";
import { mayOpen } from "#manager/shared/session/account.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { useEntryColumns } from "./entry-columns.tsx";
import { EntryFigure } from "./entry-figure.tsx";
import { changeTo, countFormat, daysText } from "./report-context.ts";

const keyOf = ({ entryId }: Entry): string => entryId;
const orderOf = ({ orderId }: Entry): string => hrefOf("orders", { orderId });
const timeOf = ({ at }: Entry): string => at;

export function EntryList({
  ready,
  selection,
  range,
  figure,
  updatedAt,
  label,
}: {
  ready: Ready;
  selection: ReportSelection;
  range: { from: string; to: string };
  /**
   * The report's sum of the rows, in minor units. Null if no report contains it; the list then shows its own sum once
   * all rows are loaded.
   */
  figure: number | null;
  /** When the figure was fetched, in milliseconds since the epoch. */
  updatedAt: number;
  /** Label of the figure; by default that of the selected channel. */
  label?: string;
}) {
  const texts = useText("details");
  const entries = useText("entries");
  const language = useLanguage();
  const zone = useZone();
  const client = useQueryClient();
  const query = entriesQuery(selection, zoneKeyIn(zone));
  const list = useInfiniteQuery(query);
  const { rows = [], total = 0 } = list.data ?? {};
  const isComplete = list.data?.nextCursor === null;
  const currency = selection.currency ?? ready.userInfo.currency;
  const counts = countFormat(language);

  const kind = label ?? (selection.channel === null ? texts.entries : texts[selection.channel]);
  const sum = rows.reduce((amount, row) => amount + row.amount, 0);
  const amount = figure ?? (isComplete ? sum : null);
  const isOutdated = useOutdated(figure, updatedAt, list.dataUpdatedAt);

  const shownLocation =
    selection.deviceId !== null ? "nothing" : outletOf(selection) === null ? "outletAndDevice" : "device";
  const renderRow = useCallback(
    (entry: Entry, position: number, of: number) => (
      <EntryRow key={entry.entryId} {...{ entry, position, total: of, zone, shownLocation }} />
    ),
    [shownLocation, zone],
  );

  const columns = useEntryColumns(zone, shownLocation);
  const groups = useDayGroups(timeOf);
  const results = (
    <ListResults
      list={list}
      zone={zone}
      texts={{
        list: texts.entries,
        failed: entries.entriesFailed,
        emptyTitle: texts.noEntriesTitle,
        emptyText: texts.noEntriesText,
        noMatch: entries.noEntryMatches,
      }}
      filters={{
        active: selection.channel !== null,
        onClear: () => changeTo({ ...selection, channel: null, entries: true }),
      }}
      complete={
        <p className="note" role="status" data-sum={sum}>
          {fill(entries.addsUp, {
            count: counts.format(rows.length),
            amount: formatMoney(sum, currency, language),
          })}
        </p>
      }
      renderRow={renderRow}
      groups={groups}
      table={{ columns, keyOf, hrefOf: orderOf }}
    />
  );

  return (
    <>
      <EntryFigure
        label={label === undefined && selection.channel === null ? texts.total : kind}
        range={range}
        amount={amount}
        text={amount === null ? "—" : formatMoney(amount, currency, language)}
      />
      {/* The chair's page needs the permission "home". */}
      {selection.deviceId !== null && mayOpen(ready.userInfo, "home") && (
        <List>
          <Row href={hrefOf("device", { deviceId: selection.deviceId })} title={entries.chairDetails} />
        </List>
      )}
      {isOutdated && (
        <Banner
          action={
            <Button variant="plain" onClick={() => void showFirstPage(client, query.queryKey)}>
              {entries.showNewer}
            </Button>
          }
        >
          {entries.newer}
        </Banner>
      )}
      {rows.length === 0 ? (
        results
      ) : (
        <Section
          title={fill(entries.entryCount, { count: counts.format(total) })}
          action={
            <ExportButton
              operation="areaExport"
              query={exportQuery(selection, "entries")}
              subject={`${kind} · ${daysText(range, zone, language)}`}
            />
          }
        >
          {results}
        </Section>
      )}
    </>
  );
}

/**
 * Whether the figure has changed since the rows were fetched, so that the rows are stale. `figureAt` and `rowsAt` are
 * milliseconds since the epoch.
 */
function useOutdated(figure: number | null, figureAt: number, rowsAt: number): boolean {
  const [fetched, setFetched] = useState({ rowsAt, figure });
  // The rows were fetched again: later figures are compared with the current one.
  if (fetched.rowsAt !== rowsAt) setFetched({ rowsAt, figure });
  return fetched.figure !== null && figure !== null && figureAt > rowsAt && fetched.figure !== figure;
}
