import { tokenExpiredPhrases } from "@reposo/contract/text/languages.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { activeTexts } from "#shared/i18n/i18n.tsx";
import { readStored, storagePrefix, writeStored } from "#shared/storage/local-storage.ts";
import { relaunch, relaunchToLogin } from "#shared/routing/navigation.ts";
import { hrefOf, routeOf } from "#shared/routing/routes.ts";
import { clearSession, clearSessionState, onSessionChanged, readSession } from "./session-storage.ts";
import { showToast } from "#shared/toasts/toasts.ts";

/** How long the reason is shown before the redirect (SES-3). */
export const logoutDelayMilliseconds = 1_000;

/** LOGIN-4: a message that holds the token-expired phrase of any language becomes our own warning. */
export function endMessage(code: number, message: string, loggedInElsewhere: string): string {
  const phrased = Object.values(tokenExpiredPhrases).some((phrase) => message.includes(phrase));
  return phrased || code === resultCodes.tokenExpired ? loggedInElsewhere : message;
}

/** Why a session ended, for the other tabs of this browser. */
interface EndNotice {
  readonly tokenStart: string;
  readonly message: string;
  readonly delayMilliseconds: number;
}

const noticeName = "sessionEnd";
const startOf = (token: string): string => token.slice(0, 8);

function readNotice(): EndNotice | null {
  try {
    return JSON.parse(readStored(noticeName) ?? "null") as EndNotice | null;
  } catch {
    return null;
  }
}

let endingToken: string | null = null;

function showAndLeave(token: string, message: string, delayMilliseconds: number): void {
  endingToken = token;
  showToast(message, "error");
  setTimeout(() => {
    clearSession(token);
    relaunchToLogin();
  }, delayMilliseconds);
}

/** Shows in each tab why the session is over, and logs out after the delay, once for all calls and tabs (SES-3). */
export function endSessionBecause(
  token: string,
  message: string,
  delayMilliseconds = logoutDelayMilliseconds,
): void {
  if (endingToken === token) return;
  const notice: EndNotice = { tokenStart: startOf(token), message, delayMilliseconds };
  writeStored(noticeName, JSON.stringify(notice));
  showAndLeave(token, message, delayMilliseconds);
}

/** Ends a session that the server refused; returns the message that is shown. */
export function endSession(token: string, code: number, message: string): string {
  const shown = endMessage(code, message, activeTexts()?.loggedInElsewhere ?? message);
  endSessionBecause(token, shown);
  return shown;
}

/** The user logs out: refusals of this session need no message any more. */
export function noteLogout(token: string): void {
  endingToken = token;
}

const managerToken = (): string | null => {
  const session = readSession();
  return session?.kind === "manager" ? session.token : null;
};

/** Pages without data of a session stay open when it ends. */
const sessionlessRoutes = ["login", "error", "unknown"];

/** Shows the same message and opens the same page as the other tabs; a frozen page when it is shown again. */
export function followOtherTabs(): void {
  let followed = managerToken();
  onSessionChanged(() => {
    followed = managerToken();
  });

  function check(): void {
    const before = followed;
    if (before === null) {
      followed = managerToken();
      return;
    }
    if (endingToken === before) return;
    const notice = readNotice();
    if (notice?.tokenStart === startOf(before))
      return showAndLeave(before, notice.message, notice.delayMilliseconds);
    followed = managerToken();
    if (followed === before) return;
    clearSessionState();
    if (followed === null && !sessionlessRoutes.includes(routeOf(window.location.pathname)))
      relaunch(hrefOf("login"));
  }

  window.addEventListener("storage", ({ key }) => {
    if (key === null || [noticeName, "token", "kind"].some((name) => key === storagePrefix + name)) check();
  });
  window.addEventListener("pageshow", check);
  document.addEventListener("visibilitychange", check);
}

/** NET-3: a protected call or page without a token. */
export function requireLogin(): string {
  const message = activeTexts()?.pleaseLogIn ?? "";
  showToast(message, "error");
  relaunchToLogin();
  return message;
}
