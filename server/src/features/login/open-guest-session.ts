import { randomUUID } from "node:crypto";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/database.ts";
import type { Caller } from "#platform/http/caller.ts";
import type { OpenedSession } from "./log-in.ts";
import { redeemTicket } from "./order-ticket-store.ts";
import { grantMs } from "./order-tickets.ts";
import { customerSessionMs } from "./session-lifetimes.ts";
import { insertCustomerSession } from "./session-store.ts";
import { hashToken, newToken } from "./session-tokens.ts";

/** A customer who still has a good token stays the same customer, so that their orders stay theirs. */
export async function openGuestSession(
  { database, clock }: { database: Database; clock: Clock },
  caller: Caller,
  ticket: string | undefined,
): Promise<OpenedSession> {
  const token = newToken();
  const customerId = caller.kind === "customer" ? caller.customerId : randomUUID();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + customerSessionMs);
  await database.transaction().execute(async (tx) => {
    await insertCustomerSession(tx, customerId, { tokenHash: hashToken(token), now, expiresAt });
    const grantExpiresAt = new Date(now.getTime() + grantMs);
    if (ticket !== undefined) await redeemTicket(tx, hashToken(ticket), customerId, { now, grantExpiresAt });
  });
  return { token, expiresAt };
}
