import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { rowsPerPage } from "./page-request.ts";
import { apiQuery, createQueryClient } from "#shared/api/api-query.ts";
import { type PageOf, listQuery, maximumPages, nextCursorOf } from "./list-query.ts";

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

it("[ORD-1] requests each further page with the cursor of the page before", async () => {
  const requests: unknown[] = [];
  const client = createQueryClient(async (operation, request) => {
    requests.push([operation, request]);
    return { items: [], nextCursor: requests.length === 1 ? "next" : null, total: 0 };
  });
  await client.fetchInfiniteQuery({ ...listQuery(apiQuery("orderList", { limit: 20 })), pages: 3 });
  expect(requests).toEqual([
    ["orderList", { limit: 20 }],
    ["orderList", { limit: 20, cursor: "next" }],
  ]);
  client.clear();
});
