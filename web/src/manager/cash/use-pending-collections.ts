import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useOnline } from "#shared/api/connection.ts";
import { cashQueries } from "./use-cash-boxes.ts";
import { collectionQueue } from "./collection-queue.ts";
import type { StoredCollection } from "./stored-collection.ts";

const retryMilliseconds = 30_000;

/** Collections of this account that are stored on this phone; they are sent while there is a connection. */
export function usePendingCollections(accountId: string) {
  const client = useQueryClient();
  const online = useOnline();
  const [stored, setStored] = useState<readonly StoredCollection[]>([]);

  const read = useCallback(async () => {
    // A browser without a database has nothing stored.
    setStored(await collectionQueue.list(accountId).catch(() => []));
  }, [accountId]);

  const flush = useCallback(
    () =>
      collectionQueue.flush(accountId).finally(() => {
        // Without a connection, the refetch is deferred until it returns.
        void client.invalidateQueries({ queryKey: [cashQueries] });
      }),
    [accountId, client],
  );

  useEffect(() => {
    void read();
    return collectionQueue.onChange(() => void read());
  }, [read]);

  // An entry is also removed from the queue once its photo is uploaded; the refetch shows the photo in the history.
  const count = useRef(0);
  useEffect(() => {
    if (stored.length < count.current) void client.invalidateQueries({ queryKey: [cashQueries] });
    count.current = stored.length;
  }, [stored.length, client]);

  const hasPending = stored.some(({ refusal }) => refusal === null);
  useEffect(() => {
    if (!online || !hasPending) return;
    void flush();
    const timer = setInterval(() => void flush(), retryMilliseconds);
    return () => clearInterval(timer);
  }, [online, hasPending, flush]);

  return { stored, flush };
}
