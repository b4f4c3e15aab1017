import { importCollectionQueue } from "./cash/index.ts";
import { readStored } from "#shared/storage/local-storage.ts";
import { registerServiceWorker } from "#shared/service-worker/register-service-worker.ts";

/** Background tasks of every session, repeated when the connection returns. */
export function startSessionTasks(accountId: string, online: boolean): void {
  registerServiceWorker();
  if (!online || readStored("collections.waiting") === null) return;
  void importCollectionQueue().then(
    (cash) => cash.collectionQueue.flush(accountId),
    () => {},
  );
}
