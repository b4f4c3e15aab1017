import { logout } from "@reposo/contract/sessions/login.ts";
import { callApi } from "#shared/api/api-client.ts";
import { readStored } from "#shared/storage/local-storage.ts";
import { relaunch } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { noteLogout } from "#shared/session/session-end.ts";
import { clearSession, readSession } from "#shared/session/session-storage.ts";

const serverMilliseconds = 3_000;

/**
 * Ends the session on the server and in this browser, and opens the login page (SES-4). The session in this browser
 * ends even if the call fails.
 */
export async function logOut(): Promise<void> {
  const token = readSession()?.token;
  if (token !== undefined) noteLogout(token);
  const cancel = new AbortController();
  const timer = setTimeout(() => cancel.abort(), serverMilliseconds);
  try {
    // Unsubscribes before the logout, because this call needs the token.
    if (readStored("push") !== null)
      await import("#shared/service-worker/push-subscription.ts").then((push) =>
        push.turnPushOff(cancel.signal),
      );
  } catch {
    // The server deletes the subscription later, when the push service reports that it has ended.
  }
  try {
    await callApi(logout, undefined, { quiet: true, signal: cancel.signal });
  } catch {
    // The session in this browser ends even if the server cannot be reached.
  } finally {
    clearTimeout(timer);
  }
  if (token !== undefined) clearSession(token);
  relaunch(hrefOf("login"));
}
