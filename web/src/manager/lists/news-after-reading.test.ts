import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { onReading } from "./news-after-reading.ts";

it("[NET-3] tells the end of this query's readings, not what news put into it", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const key = ["orders", 1];
  const ends: string[] = [];
  const leave = onReading(client, key, (outcome) => ends.push(outcome));
  const read = (queryKey: readonly unknown[], answer: Promise<string>) =>
    client.fetchQuery({ queryKey, queryFn: () => answer, staleTime: 0 }).catch(() => undefined);

  await read(["orders", 2], Promise.resolve("another list"));
  client.setQueryData(key, "news");
  await new Promise((resolve) => setTimeout(resolve));
  expect(ends).toEqual([]);
  await read(key, Promise.resolve("read"));
  await expect.poll(() => ends).toEqual(["read"]);
  await read(key, Promise.reject(new Error("no line")));
  await expect.poll(() => ends).toEqual(["read", "failed"]);
  leave();
  await read(key, Promise.resolve("read again"));
  await new Promise((resolve) => setTimeout(resolve));
  expect(ends).toEqual(["read", "failed"]);
  client.clear();
});
