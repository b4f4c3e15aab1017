import { type InfiniteData, infiniteQueryOptions, type Query, type QueryKey } from "@tanstack/react-query";
import type { ApiQuery } from "#shared/api/api-query.ts";

export interface PageOf<R> {
  readonly items: R[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** Number of all rows that match the filter; absent for lists that are not counted. */
  readonly total?: number;
}
/** The field of the request that selects a page; absent for the first one. */
export interface PageCursor {
  readonly cursor?: string;
}
export type PagesOf<R> = InfiniteData<PageOf<R>, PageCursor>;

/** Limits the number of rendered rows and of calls per refetch. Users find further rows by filters. */
export const maximumPages = 15;

/** Returns the cursor of the next page to fetch; null at the end of the list or at `maximumPages`. */
export const nextCursorOf = <R>(last: PageOf<R>, pages: readonly PageOf<R>[]): string | null =>
  pages.length < maximumPages ? last.nextCursor : null;

/** Returns the options of the query that fetches a list page by page, given those of a page (`apiQuery`). */
export const listQuery = <R>({ queryKey }: ApiQuery<PageOf<R>>) =>
  infiniteQueryOptions<PageOf<R>, Error, PagesOf<R>, QueryKey, PageCursor>({
    queryKey,
    initialPageParam: {},
    getNextPageParam(last, pages) {
      const cursor = nextCursorOf(last, pages);
      return cursor === null ? null : { cursor };
    },
    staleTime: 30_000,
  });

export type ListQuery<R> = ReturnType<typeof listQuery<R>>;

/** Whether the query fetches a list page by page. */
export const isList = ({ state: { data } }: Query): boolean =>
  typeof data === "object" && data !== null && "pageParams" in data;
