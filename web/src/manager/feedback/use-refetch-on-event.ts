import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { refetchAfterPending } from "#shared/api/refetch.ts";

const batchMilliseconds = 2_000;

/**
 * Returns a function that refetches the query after `batchMilliseconds`; further calls until then are combined with it.
 * Most order events do not concern feedback, so one refetch per event would be wasteful.
 */
export function useRefetchOnEvent(queryKey: QueryKey): () => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latestKey = useRef(queryKey);
  useEffect(() => {
    latestKey.current = queryKey;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void refetchAfterPending(client, { queryKey: latestKey.current });
    }, batchMilliseconds);
  }, [client]);
}
