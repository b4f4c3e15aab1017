import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { collectionDifferences } from "@reposo/contract/revenue/cash-boxes.ts";
import type { DifferenceGroup } from "@reposo/contract/revenue/report-values.ts";
import { sortRows } from "@reposo/contract/sort-rows.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { useMemo } from "react";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import type { TableSorting } from "#ui/list/column-header.tsx";
import type { TableColumn } from "#ui/list/row-table.tsx";
import { formatDifference } from "./format-difference.ts";
import { UserText } from "#ui/text/user-text.tsx";

export type Difference = ReplyOf<typeof collectionDifferences>["rows"][number];

const amounts = ["counted", "expected", "difference"] as const;
const sortValues: Readonly<Record<string, (row: Difference) => string | number>> = {
  name: ({ name }) => name,
  collections: ({ collections }) => collections,
  counted: ({ counted }) => counted,
  expected: ({ expected }) => expected,
  difference: ({ difference }) => difference,
};

/** Returns a function that sorts loaded rows within their currency; without a sorting, it keeps the server's order. */
export function useSortDifferences(
  sorting: TableSorting | null,
): (rows: readonly Difference[]) => readonly Difference[] {
  const locale = languageTags[useLanguage()];
  const value = sortValues[sorting?.column ?? ""];
  return (rows) =>
    value === undefined
      ? rows
      : sortRows(
          sortRows(rows, value, sorting?.ascending === true, locale),
          ({ currency }) => currency,
          true,
          locale,
        );
}

/** The columns of the table of differences in a wide window. */
export function useDifferenceColumns(
  by: DifferenceGroup,
  sortable: boolean,
): readonly TableColumn<Difference>[] {
  const texts = useText("cash");
  const language = useLanguage();
  return useMemo<readonly TableColumn<Difference>[]>(() => {
    const names = { devices: texts.byChair, outlets: texts.outlet, collectors: texts.byCollector };
    return [
      {
        name: "name",
        label: names[by],
        share: 1.6,
        sortable,
        cell: ({ name }) => <UserText>{name}</UserText>,
      },
      {
        name: "collections",
        label: texts.collections,
        numeric: true,
        sortable,
        cell: ({ collections }) => new Intl.NumberFormat(languageTags[language]).format(collections),
      },
      ...amounts.map(
        (name): TableColumn<Difference> => ({
          name,
          label: texts[name],
          numeric: true,
          sortable,
          cell: (row) =>
            (name === "difference" ? formatDifference : formatMoney)(row[name], row.currency, language),
        }),
      ),
    ];
  }, [texts, language, by, sortable]);
}
