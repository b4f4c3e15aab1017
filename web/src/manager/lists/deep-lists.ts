import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import { readAnew } from "#manager/session/read-anew.ts";

/** A list of ordinary depth is read anew as a whole; of a deeper one that would be hundreds of calls. */
export const readAnewAtMost = 25;

/** What is read anew next is a list's newest first page, whatever its depth was. */
export function keepFirstPage(client: QueryClient, queryKey: QueryKey): void {
  client.setQueryData<InfiniteData<unknown, unknown>>(queryKey, (data) =>
    data === undefined ? data : { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
  window.scrollTo(0, 0);
}

/** Whether the list is read anew; a deeper one stays as it is, for whoever looks at it to begin again. */
export function readAnewUnlessDeep(client: QueryClient, queryKey: QueryKey): boolean {
  const depth = client.getQueryData<InfiniteData<unknown, unknown>>(queryKey)?.pages.length ?? 0;
  if (depth > readAnewAtMost) return false;
  void readAnew(client, queryKey);
  return true;
}
