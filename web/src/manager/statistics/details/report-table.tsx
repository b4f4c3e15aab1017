import { languageTags } from "@reposo/contract/text/languages.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { sortRows } from "@reposo/contract/sort-rows.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { ReportSelection } from "#manager/statistics/reports/report-selection.ts";
import type { ReactNode } from "react";
import { Amount } from "#manager/statistics/figures/amount.tsx";
import { useLanguage } from "#shared/i18n/i18n.tsx";
import { ColumnsButton } from "#manager/shared/lists/columns-button.tsx";
import { knownColumns } from "#manager/shared/lists/table-state.ts";
import { type FigureColumn, FigureTable } from "#ui/figure/figure-table.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { useWide } from "#ui/screen/by-width.tsx";
import { changeTo } from "./report-context.ts";

/** Number of characters that fit into a third of a small phone's width. */
const maxAmountCharacters = 11;

/** Returns a function that creates a column of amounts. */
export function useMoneyColumn<R>(currency: Currency) {
  const language = useLanguage();
  return (
    name: string,
    label: string,
    value: (row: R) => number,
    href: (row: R) => string,
  ): FigureColumn<R> => {
    const full = (row: R) => formatMoney(value(row), currency, language);
    const show = (row: R) => <Amount amount={value(row)} max={maxAmountCharacters} currency={currency} />;
    return { name, label, value, href, show, full };
  };
}

/** A section with a table of figures. The address contains the sort order and the columns of a wide window. */
export function ReportTable<R>({
  title,
  exportButton,
  label = title,
  nameLabel,
  selection,
  columns,
  rows,
  keyOf,
  nameOf,
  hrefOf,
}: {
  title: string;
  /** Null below the first of several tables, whose button exports all of them. The choice of columns is beside it. */
  exportButton: ReactNode | null;
  label?: string;
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
  const nameColumn = { name: "name", label: nameLabel };
  const all = [nameColumn, ...columns];
  const chosen = knownColumns(selection.columns, all);
  // Phones have no choice of columns.
  const isNarrow = useWide() === false;
  return (
    <Section
      title={title}
      action={
        exportButton !== null && (
          <div className="actions">
            {exportButton}
            <ColumnsButton
              columns={all}
              chosen={chosen}
              onChoose={(next) => changeTo({ ...selection, columns: next ?? [] })}
            />
          </div>
        )
      }
    >
      <FigureTable
        label={label}
        nameColumn={nameColumn}
        columns={columns.filter(({ name }) => isNarrow || chosen === null || chosen.includes(name))}
        rows={sortRows(rows, sorted?.value ?? nameOf, sorting.ascending, locale)}
        keyOf={keyOf}
        nameOf={nameOf}
        hrefOf={hrefOf}
        sorting={sorting}
        onSort={({ column, ascending }) => changeTo({ ...selection, sort: column, ascending })}
      />
    </Section>
  );
}
