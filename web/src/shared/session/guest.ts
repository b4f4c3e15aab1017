import type { guestLogin } from "@reposo/contract/sessions/login.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { successCodes } from "@reposo/contract/result-codes.ts";
import { exchange } from "#shared/api/api-exchange.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { activeLanguage } from "#shared/i18n/i18n.tsx";
import { hasEndedSession } from "./session-end.ts";
import { readSession, storeSession } from "./session-storage.ts";

interface LoginRequest {
  readonly deviceId?: string | undefined;
  readonly ticket?: string;
}

let pending: Promise<void> | null = null;

async function logIn(request: LoginRequest, quiet: boolean): Promise<void> {
  const language = activeLanguage();
  const { code, message, data } = await exchange("guestLogin", request, readSession()?.token ?? null, {
    quiet,
    language,
    storesCookie: true,
  });
  if (!successCodes.includes(code)) throw new ApiFailure("refused", message, { code, data, language });
  storeSession({ token: (data as ReplyOf<typeof guestLogin>).token, kind: "customer" });
}

/** Obtains a token. Concurrent calls share one request. */
function logInOnce(request: LoginRequest, quiet: boolean): Promise<void> {
  pending ??= logIn(request, quiet).finally(() => {
    pending = null;
  });
  return pending;
}

/**
 * Obtains a customer's token unless this browser already has a customer's or a manager's token (WHO-2). Rejects after
 * the end of a manager's session, so that the login page does not open with the session of a customer.
 */
export async function ensureGuest(deviceId?: string): Promise<void> {
  if (readSession() !== null) return;
  if (hasEndedSession()) throw new ApiFailure("ended", "");
  await logInOnce({ deviceId }, true);
}

/**
 * Redeems the ticket in the return URL of a payment, which gives this browser's customer access to the order that
 * was paid.
 */
export const guestWithTicket = (ticket: string): Promise<void> => logIn({ ticket }, true);

/**
 * Redeems a ticket for a customer who has access to its order already, so that no other browser can redeem it. The
 * stored token stays; the new one is not used. A failure has no effect, because the ticket expires.
 */
export function endTicket(ticket: string): void {
  const options = { quiet: true, language: activeLanguage() };
  exchange("guestLogin", { ticket }, readSession()?.token ?? null, options).catch(() => undefined);
}

/**
 * Replaces an invalid token of a customer. Resolves to whether this browser has a new token, which the server may
 * refuse to create. Rejects if the call fails for another reason.
 */
export async function renewGuest(expiredToken: string): Promise<boolean> {
  const session = readSession();
  if (session !== null && session.token !== expiredToken) return true;
  try {
    await logInOnce({}, false);
    return true;
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.kind !== "refused") throw error;
    return false;
  }
}
