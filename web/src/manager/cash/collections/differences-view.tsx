import { currencyLabels } from "@reposo/contract/money/money.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import type { DifferenceGroup } from "@reposo/contract/revenue/report-values.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTable } from "#manager/shared/lists/use-table.tsx";
import { differencesQuery } from "#manager/cash/cash-queries.ts";
import { ExportButton } from "#manager/exports/index.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { onlyOutlet } from "#manager/statistics/index.ts";
import { List, RowSkeletons } from "#ui/list/list.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { Select } from "#ui/choice/select.tsx";
import { ByWidth } from "#ui/screen/by-width.tsx";
import { RowTable } from "#ui/list/row-table.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";
import {
  type CashSelection,
  changeTo,
  exportQuery,
  hrefOfCash,
  isFiltered,
  withView,
} from "#manager/cash/cash-selection.ts";
import { type Difference, useDifferenceColumns, useSortDifferences } from "./difference-columns.tsx";
import { DifferenceRow } from "./difference-row.tsx";
import { CountComparison } from "./count-comparison.tsx";
import { MorePages } from "#manager/shared/lists/more-pages.tsx";
import { NoMatch } from "#manager/cash/no-match.tsx";
import { PeriodChoices } from "#manager/cash/period-choices.tsx";
import { NotLoaded } from "#manager/shared/frame/load-failed.tsx";
import { CashIcon } from "#ui/icons/manager-icons.tsx";

export function DifferencesView({
  ready,
  selection,
  today,
  isPeriodValid,
}: {
  ready: Ready;
  selection: CashSelection;
  today: string;
  isPeriodValid: boolean;
}) {
  const texts = useText("cash");
  return (
    <div className="stack">
      <PeriodChoices ready={ready} selection={selection} today={today} />
      <Select<DifferenceGroup>
        label={texts.by}
        value={selection.by}
        choices={[
          { value: "devices", label: texts.byChair },
          { value: "outlets", label: texts.outlet },
          { value: "collectors", label: texts.byCollector },
        ]}
        onChange={(by) => changeTo({ ...selection, by, table: {} })}
      />
      {isPeriodValid && <Differences selection={selection} />}
    </div>
  );
}

const keyOf = ({ id, currency }: Difference): string => `${id} ${currency}`;

/** Returns the address of the collections of a chair or outlet; undefined for a collector. */
function hrefOfRow(selection: CashSelection, { id }: Difference): string | undefined {
  const { report, by } = selection;
  if (by === "collectors") return undefined;
  const narrowed = by === "devices" ? { ...report, deviceId: id } : { ...report, outlets: onlyOutlet(id) };
  return hrefOfCash({ ...withView(selection, "collections"), report: narrowed });
}

function Differences({ selection }: { selection: CashSelection }) {
  const texts = useText("cash");
  const language = useLanguage();
  const numbers = new Intl.NumberFormat(languageTags[language]);
  const query = useInfiniteQuery(differencesQuery(selection, zoneKeyIn(useZone())));
  const { table, sorting, columnsButton } = useTable({
    route: "cash",
    parameter: null,
    columns: useDifferenceColumns(selection.by, !query.hasNextPage),
    keyOf,
  });
  const hrefOf = useCallback((row: Difference) => hrefOfRow(selection, row), [selection]);
  const sortRows = useSortDifferences(query.hasNextPage ? null : sorting);
  const { data } = query;
  if (data === undefined)
    return <NotLoaded query={query} failedTitle={texts.collectionsFailed} placeholder={<RowSkeletons />} />;
  const [first] = data.pages;
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0)
    return isFiltered(selection) ? (
      <NoMatch selection={selection} text={texts.noMatch} />
    ) : (
      <Notice kind="empty" icon={<CashIcon />} title={texts.noCollections} />
    );

  return (
    <Section
      title={texts.differences}
      action={
        <div className="actions">
          <ExportButton
            operation="collectionExport"
            query={exportQuery(selection, selection.by)}
            subject={texts.differences}
          />
          {columnsButton}
        </div>
      }
    >
      {first?.totals.map((total) => (
        <div key={total.currency} className="entry" role="group" aria-label={texts.total}>
          <div className="split strong">
            <span>{fill(texts.totalIn, { currency: currencyLabels[total.currency] })}</span>
            <span>{fill(texts.collectionCount, { count: numbers.format(total.collections) })}</span>
          </div>
          <CountComparison of={total} />
        </div>
      ))}
      <ByWidth
        narrow={
          <List label={texts.differences}>
            {rows.map((row) => (
              <DifferenceRow key={keyOf(row)} row={row} href={hrefOf(row)} />
            ))}
          </List>
        }
        wide={
          <RowTable
            {...table}
            label={texts.differences}
            rows={sortRows(rows)}
            total={first?.total ?? rows.length}
            hrefOf={hrefOf}
          />
        }
      />
      <MorePages query={query} ahead />
      <ZoneLine />
    </Section>
  );
}
