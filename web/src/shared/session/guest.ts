import { guestLogin } from "@reposo/contract/sessions/login.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { successCodes } from "@reposo/contract/result-codes.ts";
import { exchange } from "#shared/api/api-exchange.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { activeLanguage } from "#shared/i18n/i18n.tsx";
import { readSession, storeSession } from "./session-storage.ts";

let pending: Promise<void> | null = null;

async function logIn(deviceId: string | null, ticket: string | null, quiet: boolean): Promise<void> {
  const request = { ...(deviceId === null ? {} : { deviceId }), ...(ticket === null ? {} : { ticket }) };
  const language = activeLanguage();
  const { code, message, data } = await exchange(guestLogin, request, readSession()?.token ?? null, {
    quiet,
    language,
  });
  if (!successCodes.includes(code)) throw new ApiFailure("refused", message, { code, data, language });
  storeSession({ token: (data as ReplyOf<typeof guestLogin>).token, kind: "customer" });
}

/** Obtains a customer's token unless this browser already has a customer's or a manager's token (WHO-2). */
export async function ensureGuest(deviceId: string | null = null): Promise<void> {
  if (readSession() !== null) return;
  pending ??= logIn(deviceId, null, true).finally(() => {
    pending = null;
  });
  await pending;
}

/**
 * Redeems the ticket in the return URL of a payment, which gives this browser's customer access to the order that
 * was paid.
 */
export const guestWithTicket = (ticket: string): Promise<void> => logIn(null, ticket, true);

/** Replaces an invalid token of a customer. Resolves to whether there is a new one. */
export async function renewGuest(expiredToken: string): Promise<boolean> {
  const session = readSession();
  if (session !== null && session.token !== expiredToken) return true;
  pending ??= logIn(null, null, false).finally(() => {
    pending = null;
  });
  try {
    await pending;
    return true;
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.kind !== "refused") throw error;
    return false;
  }
}
