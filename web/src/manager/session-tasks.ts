import { importCollectionQueue } from "./cash/index.ts";
import { readStored } from "#shared/storage/local-storage.ts";
import { registerServiceWorker } from "#shared/service-worker/register-service-worker.ts";

/** Starts the background tasks of a session. Called after login and whenever the browser goes online or offline. */
export function startSessionTasks(accountId: string, online: boolean): void {
  registerServiceWorker();
  if (!online || readStored("collections.waiting") === null) return;
  void importCollectionQueue().then(
    (cash) => cash.collectionQueue.flush(accountId),
    () => {},
  );
}
