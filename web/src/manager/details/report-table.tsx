import { compactMoney } from "@reposo/contract/compact-money.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import { languageTags } from "@reposo/contract/languages.ts";
import { formatMoney } from "@reposo/contract/money.ts";
import { sortRows } from "@reposo/contract/sort-rows.ts";
import type { ReportPlace } from "#manager/reports/index.ts";
import { useLanguage } from "#shared/i18n/i18n.tsx";
import { type FigureColumn, FigureTable } from "#ui/figure/figure-table.tsx";
import { changeTo } from "./report-context.ts";

/** The room of a third of a small phone. */
const fits = 11;

/** A column of money: short forms where the whole one would not fit, with the whole one a tap away. */
export function useMoneyColumn(currency: Currency) {
  const language = useLanguage();
  return <R,>(
    name: string,
    label: string,
    value: (row: R) => number,
    href: (row: R) => string,
  ): FigureColumn<R> => {
    const full = (row: R) => formatMoney(value(row), currency, language);
    const show = (row: R) =>
      full(row).length > fits ? compactMoney(value(row), currency, language) : full(row);
    return { name, label, value, href, show, full };
  };
}

/** A table whose order stands in the address. */
export function ReportTable<R>({
  label,
  nameLabel,
  place,
  columns,
  rows,
  keyOf,
  nameOf,
  hrefOf,
}: {
  label: string;
  nameLabel: string;
  place: ReportPlace;
  columns: readonly FigureColumn<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string;
  nameOf: (row: R) => string;
  hrefOf: (row: R) => string;
}) {
  const locale = languageTags[useLanguage()];
  const known = place.sort === "name" || columns.some(({ name }) => name === place.sort);
  const sorting = { column: known ? place.sort : "total", ascending: place.ascending };
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
      onSort={({ column, ascending }) => changeTo({ ...place, sort: column, ascending })}
    />
  );
}
