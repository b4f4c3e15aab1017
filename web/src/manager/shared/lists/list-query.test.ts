import { InfiniteQueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { apiQuery, createQueryClient } from "#shared/api/api-query.ts";
import { listQuery, maximumRows, rowsPerPage } from "./list-query.ts";

it("[ORD-1] [HOME-3] loads two thousand rows, the first in a short page and the others in few calls", async () => {
  let calls = 0;
  const client = createQueryClient(async (_, request) => {
    calls += 1;
    const { cursor = "0", limit } = request as { cursor?: string; limit: number };
    const first = Number(cursor);
    const items = Array.from({ length: limit }, (__, index) => first + index);
    return { items, nextCursor: String(first + limit), total: 10_000 };
  });
  const list = new InfiniteQueryObserver(
    client,
    listQuery<unknown>(apiQuery("orderList", { limit: rowsPerPage })),
  );
  const unsubscribe = list.subscribe(() => undefined);
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true);
  expect(list.getCurrentResult().data?.rows).toHaveLength(rowsPerPage);
  while (list.getCurrentResult().hasNextPage) await list.fetchNextPage();
  expect(calls).toBe(41);
  const { rows = [] } = list.getCurrentResult().data ?? {};
  expect(rows.length).toBeGreaterThanOrEqual(maximumRows);
  expect(rows).toEqual(Array.from(rows, (_, index) => index));
  await list.refetch();
  expect(calls).toBe(82);
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
    ["orderList", { limit: 50, cursor: "next" }],
  ]);
  client.clear();
});
