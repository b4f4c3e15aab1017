import { InfiniteQueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { apiQuery, createQueryClient } from "#shared/api/api-query.ts";
import { listQuery, maximumPages, rowsPerPage } from "./list-query.ts";

it("[ORD-1] [HOME-3] limits a list to a few hundred rows, which limits the calls of a refetch", async () => {
  let calls = 0;
  const client = createQueryClient(async (_, request) => {
    calls += 1;
    const { cursor = "0" } = request as { cursor?: string };
    const first = Number(cursor);
    const items = Array.from({ length: rowsPerPage }, (__, index) => first + index);
    return { items, nextCursor: String(first + rowsPerPage), total: 10_000 };
  });
  const list = new InfiniteQueryObserver(client, listQuery<unknown>(apiQuery("orderList", { limit: 20 })));
  const unsubscribe = list.subscribe(() => undefined);
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true);
  while (list.getCurrentResult().hasNextPage) await list.fetchNextPage();
  expect(calls).toBe(maximumPages);
  expect(list.getCurrentResult().data).toMatchObject({ nextCursor: "300", total: 10_000 });
  expect(list.getCurrentResult().data?.rows).toEqual(Array.from({ length: 300 }, (_, index) => index));
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
