import { importCollectionQueue } from "./cash/index.ts";
import { readStored } from "#shared/storage/local-storage.ts";
import { registerServiceWorker } from "#shared/service-worker/register-service-worker.ts";

/** What a login starts in the background, on whichever page; repeated when the connection returns. */
export function startSessionTasks(accountId: string, online: boolean): void {
  registerServiceWorker();
  if (!online || readStored("collections.waiting") === null) return;
  void importCollectionQueue().then(
    (cash) => cash.collectionQueue.flush(accountId),
    () => {},
  );
}
