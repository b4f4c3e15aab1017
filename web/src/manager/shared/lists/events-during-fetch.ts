import { hashKey, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

/**
 * Applies live events to a query's rows at once, and those received during a fetch once more after it, because the
 * response may be older than these events and overwrite them.
 *
 * `apply` must be idempotent. If the response was newer than the event, another event follows.
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

/** Reports how each fetch of a query ended; data set without a fetch is not reported. */
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
