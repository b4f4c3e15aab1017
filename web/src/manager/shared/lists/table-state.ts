import { type AddressQuery, hrefOf, oneOf, type RouteName } from "#shared/routing/routes.ts";
import type { TableColumn, TableSorting } from "#ui/list/row-table.tsx";

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

/** Reads the state from the address, and ignores unknown columns. */
export function readTableState<R>(query: URLSearchParams, columns: readonly TableColumn<R>[]): TableState {
  const named = query.getAll("column");
  const shown = columns.filter(({ name }) => named.includes(name)).map(({ name }) => name);
  const sortable = columns.filter((column) => column.sortable === true).map(({ name }) => name);
  return {
    sorting: readSorting(query, sortable),
    columns: shown.length === 0 ? null : shown,
  };
}

export const tableQuery = ({ sorting, columns }: TableState) =>
  ({
    sort: sorting?.column ?? null,
    order: sorting?.ascending === true ? "asc" : null,
    column: columns ?? [],
  }) satisfies AddressQuery;

/**
 * Returns the columns to show: the chosen ones, or beside a detail those in `beside`. The first column, which names the
 * row, is always shown.
 */
export function shownColumns<R>(
  columns: readonly TableColumn<R>[],
  chosen: readonly string[] | null,
  beside: readonly string[] | null,
): readonly TableColumn<R>[] {
  const names = beside ?? chosen;
  return names === null ? columns : columns.filter(({ name }, at) => at === 0 || names.includes(name));
}

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
