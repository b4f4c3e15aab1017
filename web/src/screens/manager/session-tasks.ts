import { readStored } from "#platform/local-storage.ts";
import { registerServiceWorker } from "#platform/register-service-worker.ts";

/** What a login starts in the background, on whichever page; repeated when the connection returns. */
export function startSessionTasks(accountId: string, online: boolean): void {
  registerServiceWorker();
  if (!online || readStored("collections.waiting") === null) return;
  void import("#features/cash/collection-queue.ts").then(
    (cash) => cash.collectionQueue.flush(accountId),
    () => {},
  );
}
