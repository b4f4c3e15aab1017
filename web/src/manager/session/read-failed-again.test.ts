import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { readFailedAgain } from "./read-failed-again.ts";

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
afterEach(() => client.clear());

it("[NET-3] [ORD-1] asks again for the page that failed, and for none of those before it", async () => {
  let line = true;
  const asked: number[] = [];
  const list = new InfiniteQueryObserver(client, {
    queryKey: ["orders"],
    queryFn: async ({ pageParam }) => {
      asked.push(pageParam);
      if (!line) throw new Error("no line");
      return { items: [pageParam] };
    },
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => pages.length,
  });
  const leave = list.subscribe(() => undefined);
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true);
  for (let page = 1; page < 30; page++) await list.fetchNextPage();
  line = false;
  await list.fetchNextPage();
  expect(list.getCurrentResult().isFetchNextPageError).toBe(true);

  line = true;
  asked.length = 0;
  readFailedAgain(client);
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true);
  expect(asked).toEqual([30]);
  expect(list.getCurrentResult().data?.pages).toHaveLength(31);
  leave();
});

it("[NET-3] asks again for figures that failed, and for nothing else", async () => {
  const answers: Record<string, number> = { failed: 0, fine: 0, left: 0 };
  const observe = (name: string, fails: boolean) =>
    new QueryObserver(client, {
      queryKey: [name],
      queryFn: async () => {
        answers[name] = (answers[name] ?? 0) + 1;
        if (fails && answers[name] === 1) throw new Error("no line");
        return name;
      },
    });
  const failed = observe("failed", true);
  const left = observe("left", true);
  const leaves = [failed, observe("fine", false)].map((each) => each.subscribe(() => undefined));
  left.subscribe(() => undefined)();
  await expect.poll(() => client.isFetching()).toBe(0);

  readFailedAgain(client);
  await expect.poll(() => failed.getCurrentResult().isSuccess).toBe(true);
  expect(answers).toEqual({ failed: 2, fine: 1, left: 1 });
  for (const leave of leaves) leave();
});
