import { hashKey, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

/**
 * Hands news of a query's rows on at once, and those that came during a reading once more after it: what was read may
 * be older than they are and put them back.
 *
 * `take` must bear the same news twice; where the reading was the younger, its change is on its way as news too.
 */
export function useNewsAfterReading<N>(
  queryKey: QueryKey,
  idOf: (news: N) => string,
  take: (news: N) => void,
): (news: N) => void {
  const client = useQueryClient();
  const [kept] = useState(() => new Map<string, N>());
  const taker = useRef(take);
  useEffect(() => {
    taker.current = take;
  });
  useEffect(() => {
    kept.clear();
    return onReading(client, queryKey, (outcome) => {
      const again = [...kept.values()];
      kept.clear();
      if (outcome === "read") for (const news of again) taker.current(news);
    });
  }, [client, queryKey, kept]);

  return (news) => {
    if (client.isFetching({ queryKey, exact: true }) > 0) kept.set(idOf(news), news);
    take(news);
  };
}

/** Tells how each reading of a query ended; what is put into it without one is none. */
export function onReading(
  client: QueryClient,
  queryKey: QueryKey,
  ended: (outcome: "read" | "failed") => void,
): () => void {
  const hash = hashKey(queryKey);
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.query.queryHash !== hash) return;
    const { action } = event;
    if (action.type === "success" && action.manual !== true) ended("read");
    if (action.type === "error") ended("failed");
  });
}
