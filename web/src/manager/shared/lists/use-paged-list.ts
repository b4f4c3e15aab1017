import { hashKey, type QueryKey, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useHydrated } from "#shared/app/use-hydrated.ts";
import type { ListQuery, PagesOf } from "./list-query.ts";
import { type ListVisit, type StoredRows, useScrollRestoration } from "./list-visit.ts";

/**
 * What follows the last shown row. `complete`: no further rows. `limit`: rows beyond `maximumPages`, which are not
 * fetched. `more`: a further page. `loading`: a page that is being fetched. `failed`: a page that could not be fetched.
 */
export type ListEnd = "complete" | "limit" | "more" | "loading" | "failed";

const pagesOf = <R>({ data }: StoredRows) => data as PagesOf<R>;

interface ListOptions<R> {
  readonly of: ListQuery<R>;
  readonly visit: ListVisit;
  /** False while another page covers the list. */
  readonly shown?: boolean;
  /** Whether the list is below other content, so that a new visit does not scroll to the top. */
  readonly isSection?: boolean;
}

/**
 * Fetches a list page by page. After a reload and after Back, it shows the stored pages immediately and refetches them.
 * `loadMore` shows a further page. `startOver` discards all pages but the first, scrolls to the top, and refetches.
 */
export function usePagedList<R>({ of, visit, shown = true, isSection = false }: ListOptions<R>) {
  const client = useQueryClient();
  const text = hashKey(of.queryKey);
  const queryKey = useMemo(() => JSON.parse(text) as QueryKey, [text]);
  // The server renders the first page, because it does not know the visit.
  const stored = useHydrated() ? (visit.stored?.rows ?? null) : null;
  const query = useInfiniteQuery({
    ...of,
    queryKey,
    ...(stored !== null && { initialData: pagesOf<R>(stored) }),
    initialDataUpdatedAt: 0,
    // Lists that must stay current apply live events, and refetch after `reset`, which reports that events may be
    // missing.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, hasNextPage, isFetching, isFetchNextPageError, isError, fetchNextPage, refetch } = query;

  // Null until the user chooses to see more.
  const [chosen, setChosen] = useState<{ visit: ListVisit; pages: number } | null>(null);
  const shownPages = chosen?.visit === visit ? chosen.pages : (stored?.shownPages ?? 1);
  const fetchedPages = data?.pages.length ?? 0;
  const pages = useMemo(() => data?.pages.slice(0, shownPages), [data, shownPages]);
  const storedPages = stored === null ? 0 : Math.min(stored.shownPages, pagesOf<R>(stored).pages.length);
  // The cache may have fewer pages than the visit had, for example only that of the document.
  useLayoutEffect(() => {
    const cached = client.getQueryData<PagesOf<R>>(queryKey);
    if (stored === null || cached === undefined || cached.pages.length >= storedPages) return;
    client.setQueryData(queryKey, pagesOf<R>(stored), { updatedAt: 0 });
    void client.invalidateQueries({ queryKey, exact: true });
  }, [client, queryKey, stored, storedPages]);
  useScrollRestoration(visit, data !== undefined && fetchedPages >= storedPages, {
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
