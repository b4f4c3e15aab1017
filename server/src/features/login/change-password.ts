import { isSuitablePassword } from "@reposo/contract/password-rules.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/product-error.ts";
import { findPasswordHash, lockAccount, replacePasswordHash } from "./account-store.ts";
import { admitTry } from "./admit-try.ts";
import type { LogInParts } from "./log-in.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";
import { isSessionLive } from "./session-store.ts";

export interface PasswordChange {
  readonly caller: ManagerCaller;
  /** Both base64 of a ciphertext, of the same nonce. */
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly keyId: string;
  /** What the caller's address is counted as. */
  readonly address: string;
}

/**
 * Replaces the caller's own password and ends every other session of the account.
 * @throws ProductError tooManyTries, loginKeySpent, passwordUnsuitable, passwordWrong; tokenExpired or
 *   accountDisabled where the caller's session ended while the passwords were being hashed
 */
export async function changePassword(
  parts: LogInParts,
  { caller, currentPassword, newPassword, keyId, address }: PasswordChange,
): Promise<void> {
  const { database, clock, keys, limits } = parts;
  const { accountId, tokenHash } = caller;
  await admitTry(parts, `login address ${address}`, limits.loginsPerMinuteAddress);
  // Counted apart from logins: whoever holds a stolen token must not use up the owner's tries to log in.
  await admitTry(parts, `password account ${accountId}`, limits.loginsPerMinuteAccount);
  const [current, next] = await keys.open(keyId, [currentPassword, newPassword]);
  if (current === undefined || next === undefined) throw new ProductError("loginKeySpent");
  if (!isSuitablePassword(next)) throw new ProductError("passwordUnsuitable");
  const verifiedHash = await findPasswordHash(database, accountId);
  if (verifiedHash === null || !(await verifyPassword(current, verifiedHash)))
    throw new ProductError("passwordWrong");
  const passwordHash = await hashPassword(next);

  await database.transaction().execute(async (tx) => {
    const locked = await lockAccount(tx, accountId);
    // Hashing takes a while: a password, a session, or an account that changed meanwhile counts.
    if (locked?.disabledAt) throw new ProductError("accountDisabled");
    if (!(await isSessionLive(tx, tokenHash))) throw new ProductError("tokenExpired");
    if (locked?.passwordHash !== verifiedHash) throw new ProductError("passwordWrong");
    const actor = `manager:${accountId}`;
    await replacePasswordHash(tx, {
      accountId,
      passwordHash,
      at: clock.now(),
      actor,
      keptSession: tokenHash,
    });
  });
}
