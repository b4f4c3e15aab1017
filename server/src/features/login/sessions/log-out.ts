import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { limitAttempts } from "#platform/postgres/attempt-window.ts";
import { guestTokenMs } from "./session-tokens.ts";
import { endSession, insertCustomerSessions, lockCustomers } from "./session-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/**
 * Limits the logouts of unstored guests per IP address, because each logout stores rows, which are kept for
 * `guestTokenMs`.
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
    // Read under the lock, because a logout invalidates only guest tokens that were issued before it, and a concurrent
    // call may have issued one while this call waited for the lock. Nevertheless, a token that was issued by a server
    // whose clock is ahead may have a later time than the logout, and stay valid.
    const now = clock.now();
    // The token of an unstored guest is valid until its expiry unless an ended session is stored for it.
    const expiresAt = new Date(now.getTime() + guestTokenMs);
    if (isUnstored) await insertCustomerSessions(uow, [caller], { now, expiresAt });
    await endSession(uow, caller.tokenHash, now);
  });
}
