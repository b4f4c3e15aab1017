import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { refetchAfterPending, retryFailedQueries } from "./refetch.ts";

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
afterEach(() => client.clear());

it("[HOME-3] fetches again after a pending fetch, and still shows the first response", async () => {
  const responses: ((value: string) => void)[] = [];
  const shown: (string | undefined)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["figures"],
    queryFn: () => new Promise<string>((resolve) => responses.push(resolve)),
  });
  const unsubscribe = observer.subscribe(({ data }) => shown.push(data));
  const refetches = [
    refetchAfterPending(client, { queryKey: ["figures"] }),
    refetchAfterPending(client, { queryKey: ["figures"] }),
  ];
  expect(responses).toHaveLength(1);
  responses[0]?.("older than the event");
  await expect.poll(() => responses.length).toBe(2);
  expect(shown).toContain("older than the event");
  responses[1]?.("with the event");
  await Promise.all(refetches);
  expect(observer.getCurrentResult().data).toBe("with the event");
  expect(responses).toHaveLength(2);
  unsubscribe();
});

it("[NET-3] [ORD-1] retries only the page of a list that failed", async () => {
  let isConnected = true;
  const requested: number[] = [];
  const list = new InfiniteQueryObserver(client, {
    queryKey: ["orders"],
    queryFn: async ({ pageParam }) => {
      requested.push(pageParam);
      if (!isConnected) throw new Error("no connection");
      return { items: [pageParam] };
    },
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => pages.length,
  });
  const unsubscribe = list.subscribe(() => undefined);
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true);
  for (let page = 1; page < 30; page++) await list.fetchNextPage();
  isConnected = false;
  await list.fetchNextPage();
  expect(list.getCurrentResult().isFetchNextPageError).toBe(true);

  isConnected = true;
  requested.length = 0;
  retryFailedQueries(client);
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true);
  expect(requested).toEqual([30]);
  expect(list.getCurrentResult().data?.pages).toHaveLength(31);
  unsubscribe();
});

it("[NET-3] retries only failed queries that the page uses", async () => {
  const fetches: Record<string, number> = { failed: 0, succeeded: 0, unobserved: 0 };
  const observe = (name: string, fails: boolean) =>
    new QueryObserver(client, {
      queryKey: [name],
      queryFn: async () => {
        fetches[name] = (fetches[name] ?? 0) + 1;
        if (fails && fetches[name] === 1) throw new Error("no connection");
        return name;
      },
    });
  const failed = observe("failed", true);
  const unobserved = observe("unobserved", true);
  const unsubscribes = [failed, observe("succeeded", false)].map((each) => each.subscribe(() => undefined));
  unobserved.subscribe(() => undefined)();
  await expect.poll(() => client.isFetching()).toBe(0);

  retryFailedQueries(client);
  await expect.poll(() => failed.getCurrentResult().isSuccess).toBe(true);
  expect(fetches).toEqual({ failed: 2, succeeded: 1, unobserved: 1 });
  for (const unsubscribe of unsubscribes) unsubscribe();
});
