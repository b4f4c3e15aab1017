import { importCollectionQueue } from "./cash/index.ts";
import { readStored } from "#shared/storage/local-storage.ts";
import { registerServiceWorker } from "#shared/service-worker/register-service-worker.ts";

/**
 * Starts the background tasks of a session. Called once the account has loaded, and whenever the server becomes
 * reachable or unreachable.
 */
export function startSessionTasks(accountId: string, online: boolean): void {
  registerServiceWorker();
  // If the queue cannot be loaded, the next call loads it again.
  if (!online || readStored("collections.waiting") === null) return;
  void importCollectionQueue().then(
    (cash) => cash.collectionQueue.flush(accountId),
    () => {},
  );
}
