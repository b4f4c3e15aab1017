import { compactMoney } from "#shared/i18n/compact-money.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { sortRows } from "@reposo/contract/sort-rows.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { ReportSelection } from "#manager/statistics/reports/report-selection.ts";
import { useLanguage } from "#shared/i18n/i18n.tsx";
import { type FigureColumn, FigureTable } from "#ui/figure/figure-table.tsx";
import { changeTo } from "./report-context.ts";

/** Number of characters that fit into a third of a small phone's width. */
const maxAmountCharacters = 11;

/** Returns a function that creates a column of amounts. Amounts that do not fit are shown in compact form. */
export function useMoneyColumn<R>(currency: Currency) {
  const language = useLanguage();
  return (
    name: string,
    label: string,
    value: (row: R) => number,
    href: (row: R) => string,
  ): FigureColumn<R> => {
    const full = (row: R) => formatMoney(value(row), currency, language);
    const show = (row: R) =>
      full(row).length > maxAmountCharacters ? compactMoney(value(row), currency, language) : full(row);
    return { name, label, value, href, show, full };
  };
}

/** Renders a table whose sort order is stored in the URL. */
export function ReportTable<R>({
  label,
  nameLabel,
  selection,
  columns,
  rows,
  keyOf,
  nameOf,
  hrefOf,
}: {
  label: string;
  nameLabel: string;
  selection: ReportSelection;
  columns: readonly FigureColumn<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string;
  nameOf: (row: R) => string;
  hrefOf: (row: R) => string;
}) {
  const locale = languageTags[useLanguage()];
  const known = selection.sort === "name" || columns.some(({ name }) => name === selection.sort);
  const sorting = { column: known ? selection.sort : "total", ascending: selection.ascending };
  const sorted = columns.find(({ name }) => name === sorting.column);
  return (
    <FigureTable
      label={label}
      nameColumn={{ name: "name", label: nameLabel }}
      columns={columns}
      rows={sortRows(rows, sorted?.value ?? nameOf, sorting.ascending, locale)}
      keyOf={keyOf}
      nameOf={nameOf}
      hrefOf={hrefOf}
      sorting={sorting}
      onSort={({ column, ascending }) => changeTo({ ...selection, sort: column, ascending })}
    />
  );
}
