import { type InfiniteData, QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { readAnewAtMost, readAnewUnlessDeep } from "./deep-lists.ts";

it.each([
  [readAnewAtMost, true],
  [readAnewAtMost + 1, false],
])("[HOME-3] a list of %d pages is read anew by news: %s", (depth, isRead) => {
  const client = new QueryClient();
  const numbers = Array.from({ length: depth }, (_, n) => n);
  client.setQueryData<InfiniteData<number>>(["list"], { pages: numbers, pageParams: numbers });
  expect(readAnewUnlessDeep(client, ["list"])).toBe(isRead);
  expect(client.getQueryState(["list"])?.isInvalidated).toBe(isRead);
});
