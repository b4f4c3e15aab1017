import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { admitTry } from "./limit-attempts.ts";
import { guestTokenMs } from "./session-lifetimes.ts";
import { endSession, insertCustomerSessions } from "./session-store.ts";

/** Each is stored until the token would have expired. */
const guestLogoutsPerMinute = 10;

/** Ends the caller's session, and every other token of the same customer. */
export async function logOut(
  parts: { readonly database: Database; readonly clock: Clock },
  caller: CustomerCaller | ManagerCaller,
  address: string,
): Promise<void> {
  const { database, clock } = parts;
  const isUnstored = caller.kind === "customer" && caller.isUnstored === true;
  if (isUnstored) await admitTry(parts, `guest logout ${address}`, guestLogoutsPerMinute);
  const now = clock.now();
  await database.transaction(async (tx) => {
    // The row that refuses the token from now on.
    const expiresAt = new Date(now.getTime() + guestTokenMs);
    if (isUnstored) await insertCustomerSessions(tx, [caller], { now, expiresAt });
    await endSession(tx, caller.tokenHash, now);
  });
}
