import { sessionIdOf } from "@reposo/contract/sessions/browser-session.ts";
import { collectionQueue } from "./cash/index.ts";
import { readStored } from "#shared/storage/local-storage.ts";
import { readManagerToken } from "#shared/session/session-storage.ts";
import { pushMark, renewPush, sessionMark } from "#shared/service-worker/push-subscription.ts";
import { registerServiceWorker } from "#shared/service-worker/register-service-worker.ts";

/**
 * Starts the background tasks of a session. Called once the account has loaded, and whenever the server becomes
 * reachable or unreachable.
 */
export function startSessionTasks(accountId: string, online: boolean): void {
  registerServiceWorker();
  if (!online) return;
  const token = readManagerToken();
  // Push messages end with the session in which they were turned on, so they are turned on again in the next one.
  if (token !== null && readStored(pushMark) !== null && readStored(sessionMark) !== sessionIdOf(token))
    // If it fails, the next start of the app and the page Notifications try again.
    renewPush(accountId, token).catch(() => undefined);
  if (collectionQueue.mayHavePending()) void collectionQueue.flush(accountId);
}
