import type { InfiniteData, QueryKey } from "@tanstack/react-query";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { keepFirstPage, readAnewAtMost } from "./deep-lists.ts";
import { readKeptList } from "./kept-lists.ts";
import { type ListVisit, useKeptPlace } from "./list-visit.ts";

export interface PageOf<R> {
  readonly items: R[];
  readonly nextCursor: string | null;
  /** Of the whole filter. */
  readonly total: number;
}
export type PagesOf<R> = InfiniteData<PageOf<R>, string | null>;

/** Twenty rows a page; what a reload or Back interrupted is shown again at once, and read anew behind it. */
export function usePagedList<R>(
  list: string,
  visit: ListVisit,
  read: (cursor: string | null, signal: AbortSignal) => Promise<PageOf<R>>,
  shown = true,
) {
  const client = useQueryClient();
  const queryKey = useMemo(() => [list, visit.name, visit.id], [list, visit]);
  const query = useInfiniteQuery<PageOf<R>, Error, PagesOf<R>, QueryKey, string | null>({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    initialData: () => readKeptList(visit.id, visit.name)?.pages as PagesOf<R> | undefined,
    initialDataUpdatedAt: 0,
    staleTime: 30_000,
    refetchOnMount: ({ state }) => (state.data?.pages.length ?? 0) <= readAnewAtMost,
    // The stream keeps rows right, and says where it may have missed some.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useKeptPlace(visit, query.data, shown);

  /** Back to the newest first page, whatever the depth. */
  const startOver = useCallback(async () => {
    keepFirstPage(client, queryKey);
    await client.invalidateQueries({ queryKey });
  }, [client, queryKey]);

  return { ...query, queryKey, startOver };
}

export type PagedList<R> = ReturnType<typeof usePagedList<R>>;
