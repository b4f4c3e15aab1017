import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useOnline } from "#shared/api/connection.ts";
import { refetchCash } from "#manager/cash/cash-queries.ts";
import { collectionQueue } from "./collection-queue.ts";
import { isPending, type StoredCollection } from "./stored-collection.ts";

const retryMilliseconds = 30_000;

/** Returns the account's collections that are stored in this browser, and flushes them while the browser is online. */
export function usePendingCollections(accountId: string) {
  const client = useQueryClient();
  const online = useOnline();
  const [stored, setStored] = useState<readonly StoredCollection[]>([]);

  const read = useCallback(async () => {
    // Without IndexedDB, the browser cannot have stored collections.
    setStored(await collectionQueue.list(accountId).catch(() => []));
  }, [accountId]);

  const flush = useCallback(
    () =>
      collectionQueue.flush(accountId).finally(() => {
        // Without a connection, this refetch fails. ManagerSession retries failed queries when the browser is online
        // again.
        void refetchCash(client);
      }),
    [accountId, client],
  );

  useEffect(() => {
    void read();
    return collectionQueue.onChange(() => void read());
  }, [read]);

  // The queue also removes a collection when its photo has been added. The refetch then shows the photo in the history.
  const count = useRef(0);
  useEffect(() => {
    if (stored.length < count.current) void refetchCash(client);
    count.current = stored.length;
  }, [stored.length, client]);

  const hasPending = stored.some(isPending);
  useEffect(() => {
    if (!online || !hasPending) return;
    void flush();
    const timer = setInterval(() => void flush(), retryMilliseconds);
    return () => clearInterval(timer);
  }, [online, hasPending, flush]);

  return { stored, flush };
}
