import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { onFetchEnd } from "./events-during-fetch.ts";

it("[NET-3] reports how each fetch of the query ended, but not data that an event has set", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const key = ["orders", 1];
  const outcomes: string[] = [];
  const unsubscribe = onFetchEnd(client, key, (outcome) => outcomes.push(outcome));
  const fetch = (queryKey: readonly unknown[], response: Promise<string>) =>
    client.fetchQuery({ queryKey, queryFn: () => response, staleTime: 0 }).catch(() => undefined);

  await fetch(["orders", 2], Promise.resolve("another list"));
  client.setQueryData(key, "event");
  await new Promise((resolve) => setTimeout(resolve));
  expect(outcomes).toEqual([]);
  await fetch(key, Promise.resolve("response"));
  await expect.poll(() => outcomes).toEqual(["success"]);
  await fetch(key, Promise.reject(new Error("no connection")));
  await expect.poll(() => outcomes).toEqual(["success", "error"]);
  unsubscribe();
  await fetch(key, Promise.resolve("second response"));
  await new Promise((resolve) => setTimeout(resolve));
  expect(outcomes).toEqual(["success", "error"]);
  client.clear();
});
