import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import type { ApiQuery } from "#shared/api/api-query.ts";

export interface PageOf<R> {
  readonly items: R[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** Number of all rows that match the filter; absent for lists that are not counted. */
  readonly total?: number;
}
/** The fields of the request that select a page; absent for the first one. */
export interface PageCursor {
  readonly cursor?: string;
  readonly limit?: number;
}
export type PagesOf<R> = InfiniteData<PageOf<R>, PageCursor>;

/** The loaded part of a list. */
export interface LoadedRows<R> {
  readonly rows: readonly R[];
  /** Null if all rows are loaded. */
  readonly nextCursor: string | null;
  /** Number of all rows that match the filter, as of the last fetch. */
  readonly total: number | undefined;
}

/** Rows of the first page, which is a part of the document. */
export const rowsPerPage = 20;

/** Rows of each further page, so that a refetch of a long list needs few calls. */
const rowsPerFurtherPage = 50;

/**
 * Limits the rows that the browser holds, and the calls of a refetch. Users find further rows by filters, or continue
 * from the day of the last one.
 */
export const maximumRows = 2_000;

const rowCount = (pages: readonly PageOf<unknown>[]): number =>
  pages.reduce((count, { items }) => count + items.length, 0);

export const loadedRows = <R>({ pages }: Pick<PagesOf<R>, "pages">): LoadedRows<R> => ({
  rows: pages.flatMap(({ items }) => items),
  nextCursor: pages[pages.length - 1]?.nextCursor ?? null,
  total: pages[0]?.total,
});

/** Returns the options of the query that fetches a list page by page, given those of its first page (`apiQuery`). */
export const listQuery = <R>(query: ApiQuery<PageOf<R>>) =>
  listQueryWith<R, LoadedRows<R>>(query, loadedRows);

/** Like `listQuery`, with further data of the loaded part. */
export const listQueryWith = <R, L extends LoadedRows<R>>(
  { queryKey }: ApiQuery<PageOf<R>>,
  select: (data: PagesOf<R>) => L,
) =>
  infiniteQueryOptions<PageOf<R>, Error, L, QueryKey, PageCursor>({
    queryKey,
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }, pages) =>
      nextCursor === null || rowCount(pages) >= maximumRows
        ? null
        : { cursor: nextCursor, limit: rowsPerFurtherPage },
    select,
    staleTime: 30_000,
    // Back shows the loaded rows for as long as the session lasts.
    gcTime: Infinity,
    // Rows would move while the user reads them. Live events report what has changed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Whether the query fetches a list page by page. */
export const isList = ({ state: { data } }: Query): boolean =>
  typeof data === "object" && data !== null && "pageParams" in data;

/** Removes all pages but the first, refetches it, and scrolls to it. */
export async function showFirstPage(client: QueryClient, queryKey: QueryKey): Promise<void> {
  client.setQueryData<PagesOf<unknown>>(
    queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
  window.scrollTo(0, 0);
  await client.invalidateQueries({ queryKey, exact: true });
}
