import { randomUUID } from "node:crypto";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Caller, CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import type { ServerKeys } from "#platform/keys/server-keys.ts";
import { signGuestToken } from "./guest-tokens.ts";
import type { OpenedSession } from "#features/login/log-in.ts";
import { grantMs, grantOrder, redeemTicket } from "./order-ticket-store.ts";
import { customerSessionMs, guestTokenMs, hashToken, newToken } from "./session-tokens.ts";
import { insertCustomerSessions, purgeSurplusSessions } from "./session-store.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

const maxSessionsPerCustomer = 20;

/**
 * Opens a session for a customer. A customer with a valid token stays the same customer and keeps access to earlier
 * orders; any other caller becomes a new guest. A new guest is stored only with the first order, a redeemed
 * ticket, or a logout; until then the guest has a signed token.
 */
export async function openGuestSession(
  { database, clock, guestKeys }: { database: Database; clock: Clock; guestKeys: ServerKeys },
  caller: Caller,
  ticket: string | undefined,
): Promise<OpenedSession> {
  const now = clock.now();
  const customerId = caller.kind === "customer" ? caller.customerId : randomUUID();
  const isStored = caller.kind === "customer" && caller.guestTokenExpiresAt === undefined;
  const token = isStored
    ? newToken()
    : signGuestToken({ customerId, issuedAt: now }, await guestKeys.current());
  const session = { customerId, tokenHash: hashToken(token) };
  const expiresAt = new Date(now.getTime() + customerSessionMs);
  const guestTokenExpiresAt = new Date(now.getTime() + guestTokenMs);
  if (!isStored && ticket === undefined) return { token, expiresAt: guestTokenExpiresAt };
  return transact(database, async (uow) => {
    const orderId = ticket === undefined ? null : await redeemTicket(uow, hashToken(ticket), now);
    if (!isStored && orderId === null) return { token, expiresAt: guestTokenExpiresAt };
    await insertCustomerSessions(uow, [session], { now, expiresAt });
    await purgeSurplusSessions(uow, customerId, maxSessionsPerCustomer);
    const grantExpiresAt = new Date(now.getTime() + grantMs);
    if (orderId !== null) await grantOrder(uow, { customerId, orderId, expiresAt: grantExpiresAt });
    return { token, expiresAt };
  });
}

/** Stores guests in the transaction of their first order. Callers who are already stored are skipped. */
export async function storeGuests(
  uow: UnitOfWork,
  callers: readonly (CustomerCaller | ManagerCaller)[],
  now: Date,
): Promise<void> {
  const guests = callers.flatMap((caller) =>
    caller.kind === "customer" && caller.guestTokenExpiresAt ? [caller] : [],
  );
  const expiresAt = new Date(now.getTime() + customerSessionMs);
  if (guests.length > 0) await insertCustomerSessions(uow, guests, { now, expiresAt });
}
