import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { keepFirstPage, readAnewAtMost } from "./deep-lists.ts";

/** What is on the screen, for whoever asks for it anew; a deep list begins again at its top. */
export async function readShownAnew(client: QueryClient): Promise<void> {
  for (const { queryKey, state } of client.getQueryCache().findAll({ type: "active" })) {
    const { pages } = (state.data ?? {}) as Partial<InfiniteData<unknown>>;
    if (pages !== undefined && pages.length > readAnewAtMost) keepFirstPage(client, queryKey);
  }
  await client.refetchQueries({ type: "active" });
}
