import { useMemo } from "react";
import { navigate, useAddressQuery } from "#shared/routing/navigation.ts";
import type { RouteName } from "#shared/routing/routes.ts";
import type { RowTableProps, TableColumn } from "#ui/list/row-table.tsx";
import { ColumnsButton } from "./columns-button.tsx";
import {
  changedHref,
  chosenColumns,
  fittingColumns,
  readTableState,
  type TableState,
  tableQuery,
} from "./table-state.ts";

interface TableOptions<R> {
  readonly route: Exclude<RouteName, "unknown">;
  /** Name of the address's parameter for the selected row; null for a table whose rows lead to other pages. */
  readonly parameter: string | null;
  /** All columns. The array must stay the same while its columns do, because rows are memoised. */
  readonly columns: readonly TableColumn<R>[];
  /** The loaded rows, if the page shows the detail of a loaded row only. */
  readonly rows?: readonly R[];
  /** Must stay the same function. */
  readonly keyOf: (row: R) => string;
}

/** Follows the state of a page's table in the address: its columns, its sorting, and the selected row. */
export function useTable<R>({ route, parameter, columns: all, rows, keyOf }: TableOptions<R>) {
  const address = useAddressQuery();
  const named = parameter === null ? null : address.get(parameter);
  const selected = rows === undefined || rows.some((row) => keyOf(row) === named) ? named : null;
  const listHref = changedHref(route, address, parameter === null ? {} : { [parameter]: null });
  const state = readTableState(address, all);

  // Depends on the address without the selected row, so that selecting a row does not render the others again.
  const hrefOf = useMemo(() => {
    const query = new URLSearchParams(listHref.split("?")[1]);
    return (row: R) => changedHref(route, query, parameter === null ? {} : { [parameter]: keyOf(row) });
  }, [route, parameter, keyOf, listHref]);
  const isBesideDetail = selected !== null;
  const fitting = useMemo(() => fittingColumns(all, isBesideDetail), [all, isBesideDetail]);
  const columns = useMemo(() => {
    const { columns: chosen } = readTableState(new URLSearchParams(listHref.split("?")[1]), all);
    return chosenColumns(fitting, chosen);
  }, [all, fitting, listHref]);

  const change = (next: TableState) =>
    navigate(changedHref(route, address, tableQuery(next)), { replace: true });
  const table: Omit<RowTableProps<R>, "label" | "rows" | "total" | "groups" | "hrefOf"> & {
    hrefOf: (row: R) => string;
  } = {
    columns,
    keyOf,
    hrefOf,
    selected,
    sorting: state.sorting,
    onSort: (sorting) => change({ ...state, sorting }),
  };
  return {
    selected,
    /** Address of the list without a selected row. */
    listHref,
    sorting: state.sorting,
    /** The parameters of the state in the address. */
    query: tableQuery(state),
    table,
    columnsButton: (
      <ColumnsButton
        columns={all}
        fitting={fitting}
        chosen={state.columns}
        onChoose={(next) => change({ ...state, columns: next })}
      />
    ),
  };
}
