import { type InfiniteData, type QueryKey, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { type ListVisit, useScrollRestoration } from "./list-visit.ts";

export interface PageOf<R> {
  readonly items: R[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** Number of all rows that match the filter; absent for lists that are not counted. */
  readonly total?: number;
}
export type PagesOf<R> = InfiniteData<PageOf<R>, string | null>;

/** Limits the number of rendered rows and of calls per refetch. Users find further rows by filters. */
export const maximumPages = 15;

/** Returns the cursor of the next page to fetch; null at the end of the list or at `maximumPages`. */
export const nextCursorOf = <R>(last: PageOf<R>, pages: readonly PageOf<R>[]): string | null =>
  pages.length < maximumPages ? last.nextCursor : null;

/**
 * What follows the last shown row. `complete`: no further rows. `limit`: rows beyond `maximumPages`, which are not
 * fetched. `more`: a further page. `loading`: a page that is being fetched. `failed`: a page that could not be fetched.
 */
export type ListEnd = "complete" | "limit" | "more" | "loading" | "failed";

interface ListOptions<R> {
  readonly key: string;
  readonly visit: ListVisit;
  readonly fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<PageOf<R>>;
  /** False while another page covers the list. */
  readonly shown?: boolean;
  /** Whether the list is below other content, so that a new visit does not scroll to the top. */
  readonly isSection?: boolean;
}

/**
 * Fetches a list page by page. After a reload and after Back, it shows the stored pages immediately and refetches them.
 * `loadMore` shows a further page. `startOver` discards all pages but the first, scrolls to the top, and refetches.
 */
export function usePagedList<R>({ key, visit, fetchPage, shown = true, isSection = false }: ListOptions<R>) {
  const client = useQueryClient();
  const queryKey = useMemo(() => [key, visit.name, visit.id], [key, visit]);
  const storedRows = visit.stored?.rows ?? null;
  const query = useInfiniteQuery<PageOf<R>, Error, PagesOf<R>, QueryKey, string | null>({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null,
    getNextPageParam: nextCursorOf,
    ...(storedRows !== null && { initialData: storedRows.data as PagesOf<R> }),
    initialDataUpdatedAt: 0,
    staleTime: 30_000,
    // Lists that must stay current apply live events, and refetch after `reset`, which reports that events may be
    // missing.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, hasNextPage, isFetching, isFetchNextPageError, isError, fetchNextPage, refetch } = query;

  const [chosen, setChosen] = useState({ visit, pages: storedRows?.shownPages ?? 1 });
  const shownPages = chosen.visit === visit ? chosen.pages : (storedRows?.shownPages ?? 1);
  const fetchedPages = data?.pages.length ?? 0;
  const pages = useMemo(() => data?.pages.slice(0, shownPages), [data, shownPages]);
  useScrollRestoration(visit, data !== undefined, {
    rows: data === undefined ? null : { data, shownPages },
    shown,
    isSection,
  });

  // Fetches one page more than is shown, so that `loadMore` shows it without a delay.
  const fetchesNext = shown && fetchedPages <= shownPages && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (fetchesNext) void fetchNextPage({ cancelRefetch: false });
  }, [fetchesNext, fetchNextPage]);

  function endOfList(): ListEnd {
    if (fetchedPages > shownPages) return "more";
    if (hasNextPage) {
      const isMissing = fetchedPages < shownPages;
      if (isError && !isFetching && (isFetchNextPageError || isMissing)) return "failed";
      return isMissing ? "loading" : "more";
    }
    return (data?.pages[fetchedPages - 1]?.nextCursor ?? null) === null ? "complete" : "limit";
  }

  function loadMore(): void {
    setChosen({ visit, pages: Math.min(shownPages, fetchedPages) + 1 });
    // After an error, the shown rows are refetched first, because they may be stale. The effect above then fetches the
    // next page.
    if (isError) void refetch();
  }

  const startOver = useCallback(async () => {
    setChosen({ visit, pages: 1 });
    client.setQueryData<PagesOf<R>>(
      queryKey,
      (now) => now && { pages: now.pages.slice(0, 1), pageParams: now.pageParams.slice(0, 1) },
    );
    window.scrollTo(0, 0);
    await client.invalidateQueries({ queryKey });
  }, [client, queryKey, visit]);

  return { ...query, queryKey, pages, total: data?.pages[0]?.total, end: endOfList(), loadMore, startOver };
}

export type PagedList<R> = ReturnType<typeof usePagedList<R>>;
