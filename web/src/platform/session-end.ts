import { tokenExpiredPhrases } from "@reposo/contract/languages.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { activeTexts } from "./i18n.tsx";
import { relaunchToLogin } from "./navigation.ts";
import { clearSession, readSession } from "./session-storage.ts";
import { showToast } from "./toasts.ts";

/** How long the reason stands before the page leaves (SES-3). */
export const logoutDelayMilliseconds = 1_000;

let endingToken: string | null = null;

/** LOGIN-4: a message that holds the token-expired phrase of any language becomes our own warning. */
export function endMessage(code: number, message: string, loggedInElsewhere: string): string {
  const phrased = Object.values(tokenExpiredPhrases).some((phrase) => message.includes(phrase));
  return phrased || code === resultCodes.tokenExpired ? loggedInElsewhere : message;
}

/** Says why and logs out after a second: once, however many calls that used this token fail together (SES-3). */
export function endSession(token: string, code: number, message: string): string {
  const said = endMessage(code, message, activeTexts()?.loggedInElsewhere ?? message);
  if (endingToken === token) return said;
  endingToken = token;
  showToast(said, "error");
  setTimeout(() => {
    if (readSession()?.token === token) clearSession();
    relaunchToLogin();
  }, logoutDelayMilliseconds);
  return said;
}

/** NET-3: a protected call or page without a token. */
export function askToLogIn(): string {
  const message = activeTexts()?.pleaseLogIn ?? "";
  showToast(message, "error");
  relaunchToLogin();
  return message;
}
