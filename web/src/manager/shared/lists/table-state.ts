import { type AddressQuery, hrefOf, oneOf, type RouteName } from "#shared/routing/routes.ts";
import type { TableSorting } from "#ui/list/column-header.tsx";
import type { TableColumn } from "#ui/list/row-table.tsx";

/** The state of a table apart from its filters. The address contains all of it. */
export interface TableState {
  /** Null for the default order of the list. */
  readonly sorting: TableSorting | null;
  /** Names of the shown columns; null for all. */
  readonly columns: readonly string[] | null;
}

/** Reads by which of the columns the list is sorted; null for its default order. */
export function readSorting<C extends string>(
  query: URLSearchParams,
  columns: readonly C[],
): { readonly column: C; readonly ascending: boolean } | null {
  const column = oneOf(columns, query.get("sort"));
  return column === null ? null : { column, ascending: query.get("order") === "asc" };
}

/** Returns the fields of a request for a sorted list. */
export const sortFields = <C extends string>(
  sorting: { readonly column: C; readonly ascending: boolean } | null,
) =>
  sorting === null
    ? {}
    : { sort: sorting.column, order: sorting.ascending ? ("asc" as const) : ("desc" as const) };

/** Returns the names that the address has for the shown columns, without unknown ones; null for all. */
export function knownColumns(
  named: readonly string[],
  columns: readonly { readonly name: string }[],
): readonly string[] | null {
  const known = columns.filter(({ name }) => named.includes(name)).map(({ name }) => name);
  return known.length === 0 ? null : known;
}

/** Reads the state from the address, and ignores unknown columns. */
export function readTableState<R>(query: URLSearchParams, columns: readonly TableColumn<R>[]): TableState {
  const sortable = columns.filter((column) => column.sortable === true).map(({ name }) => name);
  return {
    sorting: readSorting(query, sortable),
    columns: knownColumns(query.getAll("column"), columns),
  };
}

export const tableQuery = ({ sorting, columns }: TableState) =>
  ({
    sort: sorting?.column ?? null,
    order: sorting?.ascending === true ? "asc" : null,
    column: columns ?? [],
  }) satisfies AddressQuery;

/** Returns the columns for which there is space: beside a detail, only some of them. */
export const fittingColumns = <R>(
  columns: readonly TableColumn<R>[],
  isBesideDetail: boolean,
): readonly TableColumn<R>[] =>
  isBesideDetail ? columns.filter(({ beside }, at) => at === 0 || beside === true) : columns;

/** Returns the chosen columns. The first one, which names the row, is always shown. */
export const chosenColumns = <C extends { readonly name: string }>(
  columns: readonly C[],
  chosen: readonly string[] | null,
): readonly C[] =>
  chosen === null ? columns : columns.filter(({ name }, at) => at === 0 || chosen.includes(name));

/** Returns the address of the page with other values of some parameters; null and an empty array remove one. */
export function changedHref(
  route: Exclude<RouteName, "unknown">,
  query: URLSearchParams,
  changes: Readonly<Record<string, string | readonly string[] | null>>,
): string {
  const next = new URLSearchParams(query);
  for (const [name, given] of Object.entries(changes)) {
    next.delete(name);
    for (const value of typeof given === "string" ? [given] : (given ?? [])) next.append(name, value);
  }
  const text = next.toString();
  return text === "" ? hrefOf(route) : `${hrefOf(route)}?${text}`;
}
