import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readAnewAtMost } from "./deep-lists.ts";
import { readShownAnew } from "./read-shown-anew.ts";

const client = new QueryClient();
const scrollTo = vi.fn<(left: number, top: number) => void>();
beforeEach(() => vi.stubGlobal("window", { scrollTo }));
afterEach(() => {
  client.clear();
  scrollTo.mockClear();
  vi.unstubAllGlobals();
});

/** How many pages are asked for, of a list of so many, where what is shown is read anew. */
async function pagesAsked(depth: number): Promise<number> {
  let [pages, figures] = [0, 0];
  const list = new InfiniteQueryObserver(client, {
    queryKey: ["entries"],
    queryFn: async ({ pageParam }) => {
      pages += 1;
      return { items: [pageParam] };
    },
    initialPageParam: 0,
    getNextPageParam: (_last, read) => read.length,
  });
  const report = new QueryObserver(client, { queryKey: ["report"], queryFn: async () => (figures += 1) });
  const leaves = [list.subscribe(() => undefined), report.subscribe(() => undefined)];
  await expect.poll(() => client.isFetching()).toBe(0);
  for (let page = 1; page < depth; page++) await list.fetchNextPage();
  expect(pages).toBe(depth);
  await readShownAnew(client);
  expect(figures).toBe(2);
  for (const leave of leaves) leave();
  return pages - depth;
}

it("[DET-1] [HOME-3] reads figures anew, and a list of ordinary depth as a whole, where it stands", async () => {
  expect(await pagesAsked(readAnewAtMost)).toBe(readAnewAtMost);
  expect(scrollTo).not.toHaveBeenCalled();
});

it("[DET-1] [HOME-3] begins a deep list again at its top, by one page", async () => {
  expect(await pagesAsked(readAnewAtMost + 1)).toBe(1);
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});
