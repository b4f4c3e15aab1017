import { randomUUID } from "node:crypto";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Caller, CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import type { ServerKeys } from "#platform/keys/server-keys.ts";
import { signGuestToken } from "./guest-tokens.ts";
import type { OpenedSession } from "#features/login/log-in.ts";
import { grantMs, grantOrder, redeemTicket } from "./order-ticket-store.ts";
import {
  customerSessionMs,
  guestTokenIssuedAt,
  guestTokenMs,
  hashToken,
  newToken,
} from "./session-tokens.ts";
import {
  findLoggedOutTokens,
  insertCustomers,
  insertCustomerSessions,
  isCustomerSessionLive,
  lockCustomers,
  purgeSurplusSessions,
} from "./session-store.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

const maxSessionsPerCustomer = 20;

/**
 * Opens a session for a customer. A customer with a valid token stays the same customer and keeps access to earlier
 * orders; any other caller becomes a new guest. A new guest is stored only with the first order, a redeemed ticket, or
 * a logout; until then the guest has a signed token.
 * @param ticket an order ticket to redeem; an invalid ticket is ignored
 */
export async function openGuestSession(
  { database, clock, guestKeys }: { database: Database; clock: Clock; guestKeys: ServerKeys },
  caller: Caller,
  ticket: string | undefined,
): Promise<OpenedSession> {
  const now = clock.now();
  const key = await guestKeys.current();
  const expiresAt = new Date(now.getTime() + customerSessionMs);
  const guestTokenExpiresAt = new Date(now.getTime() + guestTokenMs);
  const guestToken = (customerId: string) => signGuestToken({ customerId, issuedAt: now }, key);
  const isStored = caller.kind === "customer" && caller.guestTokenExpiresAt === undefined;
  if (caller.kind !== "customer" && ticket === undefined)
    return { token: guestToken(randomUUID()), expiresAt: guestTokenExpiresAt };
  return transact(database, async (uow) => {
    const known = caller.kind === "customer" ? caller : null;
    if (known !== null) await lockCustomers(uow, [known.customerId]);
    // The caller may have logged out since the token was verified, and then becomes a new guest.
    const customer = known !== null && (await isLoggedIn(uow, known)) ? known : null;
    const customerId = customer?.customerId ?? randomUUID();
    const orderId = ticket === undefined ? null : await redeemTicket(uow, hashToken(ticket), now);
    const staysStored = customer !== null && isStored;
    if (!staysStored && orderId === null)
      return { token: guestToken(customerId), expiresAt: guestTokenExpiresAt };
    const token = staysStored ? newToken() : guestToken(customerId);
    await insertCustomerSessions(uow, [{ customerId, tokenHash: hashToken(token) }], { now, expiresAt });
    await purgeSurplusSessions(uow, customerId, maxSessionsPerCustomer);
    const grantExpiresAt = new Date(now.getTime() + grantMs);
    if (orderId !== null) await grantOrder(uow, { customerId, orderId, expiresAt: grantExpiresAt });
    return { token, expiresAt };
  });
}

/** Returns whether a customer is still logged in. The caller of this function holds the customer's lock. */
async function isLoggedIn(uow: UnitOfWork, customer: CustomerCaller): Promise<boolean> {
  if (!isUnstoredGuest(customer)) return isCustomerSessionLive(uow, customer.tokenHash);
  return (await withoutLoggedOut(uow, [customer])).length > 0;
}

/** Omits guests who have logged out since their token was issued. The caller of this function holds their locks. */
async function withoutLoggedOut(uow: UnitOfWork, guests: readonly GuestCaller[]): Promise<GuestCaller[]> {
  const tokens = guests.map(({ customerId, tokenHash, guestTokenExpiresAt }) => ({
    customerId,
    tokenHash,
    issuedAt: guestTokenIssuedAt(guestTokenExpiresAt),
  }));
  const ended = await findLoggedOutTokens(uow, tokens);
  return guests.filter(({ tokenHash }) => !ended.some((one) => one.equals(tokenHash)));
}

type GuestCaller = CustomerCaller & { readonly guestTokenExpiresAt: Date };

export const isUnstoredGuest = (caller: CustomerCaller | ManagerCaller): caller is GuestCaller =>
  caller.kind === "customer" && caller.guestTokenExpiresAt !== undefined;

/**
 * Stores guests in the transaction of their first order. Callers who are already stored are skipped. A guest who has
 * logged out meanwhile is stored without a session.
 */
export async function storeGuests(
  uow: UnitOfWork,
  callers: readonly (CustomerCaller | ManagerCaller)[],
  now: Date,
): Promise<void> {
  const guests = callers.filter(isUnstoredGuest);
  if (guests.length === 0) return;
  const customerIds = guests.map(({ customerId }) => customerId);
  await lockCustomers(uow, customerIds);
  await insertCustomers(uow, customerIds, now);
  const expiresAt = new Date(now.getTime() + customerSessionMs);
  await insertCustomerSessions(uow, await withoutLoggedOut(uow, guests), { now, expiresAt });
}
