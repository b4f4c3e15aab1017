import { callApi } from "#shared/api/api-client.ts";
import { readStored } from "#shared/storage/local-storage.ts";
import { relaunch } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { pushMark, turnPushOff } from "#shared/service-worker/push-subscription.ts";
import { markLoggedOut } from "#shared/session/session-end.ts";
import { clearSession, readSession } from "#shared/session/session-storage.ts";

/** Maximum duration of each step of the logout. */
const limitMilliseconds = 3_000;

/**
 * Executes one step of the logout. Resolves after the step has succeeded or failed, or after the limit, when it aborts
 * the step.
 */
async function attempt(step: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const cancel = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      cancel.abort();
      resolve();
    }, limitMilliseconds);
  });
  await Promise.race([step(cancel.signal).catch(() => undefined), limit]);
  clearTimeout(timer);
}

/**
 * Ends the session on the server and in this browser, and opens the login page (SES-4). The session in this browser
 * ends even if the push service and the server do not respond.
 */
export async function logOut(): Promise<void> {
  const token = readSession()?.token;
  if (token !== undefined) markLoggedOut(token);
  // Unsubscribes before the logout, because the call to the server needs the token. If only the push service can be
  // reached, the server deletes the subscription when a later push message fails. If neither can be reached, the
  // messages continue.
  if (readStored(pushMark) !== null) await attempt((signal) => turnPushOff(signal));
  await attempt((signal) => callApi("logout", undefined, { quiet: true, signal, storesCookie: true }));
  if (token !== undefined) clearSession(token);
  relaunch(hrefOf("login"));
}
