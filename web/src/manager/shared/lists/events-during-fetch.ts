import { hashKey, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

/**
 * Returns a function that applies a live event to a query's rows immediately. Events received during a fetch are
 * applied again after it, because its response may be older and overwrite them.
 *
 * `apply` must be idempotent. If the response was newer than the event, the row is outdated until the next event, which
 * the server sends for the newer change.
 */
export function useEventsDuringFetch<E>(
  queryKey: QueryKey,
  idOf: (event: E) => string,
  apply: (event: E) => void,
): (event: E) => void {
  const client = useQueryClient();
  const [deferred] = useState(() => new Map<string, E>());
  const latestApply = useRef(apply);
  useEffect(() => {
    latestApply.current = apply;
  });
  useEffect(() => {
    deferred.clear();
    return onFetchEnd(client, queryKey, (outcome) => {
      const events = [...deferred.values()];
      deferred.clear();
      if (outcome === "success") for (const event of events) latestApply.current(event);
    });
  }, [client, queryKey, deferred]);

  return (event) => {
    if (client.isFetching({ queryKey, exact: true }) > 0) deferred.set(idOf(event), event);
    apply(event);
  };
}

/**
 * Calls `onEnd` after each fetch of the query, but not for data that is set without a fetch. Returns a function that
 * unsubscribes.
 */
export function onFetchEnd(
  client: QueryClient,
  queryKey: QueryKey,
  onEnd: (outcome: "success" | "error") => void,
): () => void {
  const hash = hashKey(queryKey);
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.query.queryHash !== hash) return;
    const { action } = event;
    if (action.type === "success" && action.manual !== true) onEnd("success");
    if (action.type === "error") onEnd("error");
  });
}
