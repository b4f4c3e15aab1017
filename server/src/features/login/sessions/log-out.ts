import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { limitAttempts } from "#platform/postgres/attempt-window.ts";
import { guestTokenMs } from "./session-tokens.ts";
import { endSession, insertCustomerSessions, lockCustomers } from "./session-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/**
 * Limits the logouts of unstored guests per IP address, because each of them stores rows for `guestTokenMs`.
 */
const guestLogoutsPerMinute = 10;

/**
 * Ends the caller's session. For a customer, also ends all other sessions of the same customer.
 * @param address the key of the caller's IP address for rate limits (`addressKey`)
 * @throws ProductError tooManyTries if unstored guests with this address log out too often
 */
export async function logOut(
  deps: { readonly database: Database; readonly clock: Clock },
  caller: CustomerCaller | ManagerCaller,
  address: string,
): Promise<void> {
  const { database, clock } = deps;
  const isUnstored = caller.kind === "customer" && caller.guestTokenExpiresAt !== undefined;
  if (isUnstored) await limitAttempts(deps, `guest logout ${address}`, guestLogoutsPerMinute);
  await transact(database, async (uow) => {
    if (caller.kind === "customer") await lockCustomers(uow, [caller.customerId]);
    // Read under the lock, so that the logout is not earlier than a token that a call issued while it held the lock.
    // A server whose clock is ahead can still issue a token that is later than the logout.
    const now = clock.now();
    // The token of an unstored guest is valid until its expiry unless an ended session is stored for it.
    const expiresAt = new Date(now.getTime() + guestTokenMs);
    if (isUnstored) await insertCustomerSessions(uow, [caller], { now, expiresAt });
    await endSession(uow, caller.tokenHash, now);
  });
}
