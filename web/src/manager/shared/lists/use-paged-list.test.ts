import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { rowsPerPage } from "./page-request.ts";
import { type PageOf, maximumPages, nextCursorOf } from "./use-paged-list.ts";

it("[ORD-1] [HOME-3] limits a list to a few hundred rows, which limits the calls of a refetch", async () => {
  const client = new QueryClient();
  let calls = 0;
  const list = new InfiniteQueryObserver<PageOf<number>, Error, unknown, string[], string | null>(client, {
    queryKey: ["orders"],
    queryFn: async ({ pageParam }) => {
      calls += 1;
      const first = Number(pageParam ?? 0);
      const items = Array.from({ length: rowsPerPage }, (_, index) => first + index);
      return { items, nextCursor: String(first + rowsPerPage), total: 10_000 };
    },
    initialPageParam: null,
    getNextPageParam: nextCursorOf,
  });
  const unsubscribe = list.subscribe(() => undefined);
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true);
  while (list.getCurrentResult().hasNextPage) await list.fetchNextPage();
  expect(calls).toBe(maximumPages);
  expect(maximumPages * rowsPerPage).toBe(300);
  await list.refetch();
  expect(calls).toBe(2 * maximumPages);
  unsubscribe();
  client.clear();
});
