import { tokenExpiredPhrases } from "@reposo/contract/text/languages.ts";
import { sessionIdOf } from "@reposo/contract/sessions/browser-session.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { activeTexts } from "#shared/i18n/i18n.tsx";
import { readStored, writeStored } from "#shared/storage/local-storage.ts";
import { readHistoryState, relaunchToLogin, storeHistoryState } from "#shared/routing/navigation.ts";
import { clearSession } from "./session-storage.ts";
import { showToast } from "#shared/toasts/toasts.ts";

/** How long the reason of the end is shown before the redirect to login (SES-3). */
export const logoutDelayMilliseconds = 1_000;

/**
 * Returns the message to show. `loggedInElsewhere` replaces the message of the code `tokenExpired`, and any message
 * that contains the token-expired phrase of a language: LOGIN-4 defines the message by its phrase, whatever its code.
 */
export function endMessage(code: number, message: string, loggedInElsewhere: string): string {
  const phrased = Object.values(tokenExpiredPhrases).some((phrase) => message.includes(phrase));
  return phrased || code === resultCodes.tokenExpired ? loggedInElsewhere : message;
}

/** Notice in local storage of why a session ended, for the other tabs of this browser. */
interface EndNotice {
  readonly sessionId: string;
  readonly message: string;
  readonly delayMilliseconds: number;
}

export const endNoticeName = "sessionEnd";

/** Returns the notice of why the session of this token ended; null if no tab has stored one. */
export function readEndNotice(token: string): EndNotice | null {
  try {
    const notice = JSON.parse(readStored(endNoticeName) ?? "null") as EndNotice | null;
    return notice?.sessionId === sessionIdOf(token) ? notice : null;
  } catch {
    return null;
  }
}

const reasonName = "reposo.logoutReason";

/**
 * Returns why the session ended that led to the login page, or an empty text. The first call moves the reason to the
 * page's history entry, so that a reload shows it again, but a later visit does not.
 */
export function logoutReason(): string {
  try {
    const reason = window.sessionStorage.getItem(reasonName);
    window.sessionStorage.removeItem(reasonName);
    if (reason !== null) storeHistoryState("logoutReason", reason);
  } catch {
    // Session storage is unavailable, so only the toast has shown the reason.
  }
  const reason = readHistoryState("logoutReason");
  return typeof reason === "string" ? reason : "";
}

function storeLogoutReason(reason: string): void {
  try {
    window.sessionStorage.setItem(reasonName, reason);
  } catch {
    // Session storage is unavailable.
  }
}

let endingToken: string | null = null;

/** Whether this tab has already shown the end of the session, or the user has logged out in this tab. */
export const isEnding = (token: string): boolean => endingToken === token;

/** Whether a session has ended in this document, which is then left for the login page. */
export const hasEndedSession = (): boolean => endingToken !== null;

/**
 * Shows the message in this tab, and after the delay removes the session of the token and opens the login page, which
 * shows the message, too.
 */
export function showEndAndLogOut(token: string, message: string, delayMilliseconds: number): void {
  endingToken = token;
  showToast(message, "error");
  setTimeout(() => {
    clearSession(token);
    storeLogoutReason(message);
    relaunchToLogin();
  }, delayMilliseconds);
}

/**
 * Shows in every tab why the session has ended, and logs out after the delay. Repeated calls for the same token have no
 * effect (SES-3).
 */
export function endSessionInAllTabs(
  token: string,
  message: string,
  delayMilliseconds = logoutDelayMilliseconds,
): void {
  if (isEnding(token)) return;
  const notice: EndNotice = { sessionId: sessionIdOf(token), message, delayMilliseconds };
  writeStored(endNoticeName, JSON.stringify(notice));
  showEndAndLogOut(token, message, delayMilliseconds);
}

/**
 * Ends a session whose account no longer exists, and shows the message for long enough to be read before the redirect
 * (SES-3).
 */
export const endSessionOfDeletedAccount = (token: string, message: string): void =>
  endSessionInAllTabs(token, message, 1_200);

/**
 * Ends a session whose token the server has refused. Returns the message, which is shown unless this tab has already
 * shown the end of the session, or the user has logged out in this tab.
 */
export function endSession(token: string, code: number, message: string): string {
  const shown = endMessage(code, message, activeTexts()?.loggedInElsewhere ?? message);
  endSessionInAllTabs(token, shown);
  return shown;
}

/** Called when the user logs out, so that later refusals of this session are not shown. */
export function markLoggedOut(token: string): void {
  endingToken = token;
}

/** Shows that a login is needed, and opens the login page (NET-3). Returns the message. */
export function requireLogin(): string {
  const message = activeTexts()?.pleaseLogIn ?? "";
  showToast(message, "error");
  relaunchToLogin();
  return message;
}
