import { isSuitablePassword } from "@reposo/contract/sessions/password-rules.ts";
import { normalisePassword } from "@reposo/contract/text/typed-text.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { findPassword, lockAccount, replacePasswordHash } from "./account-store.ts";
import { limitAttempts } from "#platform/postgres/attempt-window.ts";
import type { LogInDependencies } from "#features/login/log-in.ts";
import { hashPassword, verifyPassword } from "#features/login/passwords/password-hash.ts";
import { isGuessable } from "#features/login/passwords/password-strength.ts";
import { managerSessionMs } from "#features/login/sessions/session-tokens.ts";
import { findLiveSession } from "#features/login/sessions/session-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

export interface PasswordChange {
  readonly caller: ManagerCaller;
  /** Ciphertext in base64, like `newPassword`. Both contain the same nonce. */
  readonly currentPassword: string;
  readonly newPassword: string;
  /** ID of the login key with which the browser has encrypted both passwords. */
  readonly keyId: string;
  /** The key of the caller's IP address for rate limits (`addressKey`). */
  readonly address: string;
}

/**
 * Replaces the caller's own password, ends all other sessions of the account, and records the attempt in the security
 * log.
 * @throws ProductError tooManyTries, loginKeySpent, passwordUnsuitable, passwordWrong, passwordUnchanged,
 *   passwordCommon; tokenExpired or accountDisabled if the caller's session ended while the passwords were hashed
 */
export async function changePassword(deps: LogInDependencies, change: PasswordChange): Promise<void> {
  const facts = { account: change.caller.accountId, address: change.address };
  try {
    await verifyAndReplace(deps, change);
    deps.security.record("password.changed", facts);
  } catch (error) {
    if (error instanceof ProductError)
      deps.security.record("password.refused", { ...facts, reason: error.resultName });
    throw error;
  }
}

async function verifyAndReplace(
  deps: LogInDependencies,
  { caller, currentPassword, newPassword, keyId, address }: PasswordChange,
): Promise<void> {
  const { database, clock, keys, limits } = deps;
  const { accountId, tokenHash } = caller;
  await limitAttempts(deps, `login address ${address}`, limits.loginsPerMinuteAddress);
  // Counted separately from logins, because a thief of a session token must not exhaust the owner's login attempts.
  await limitAttempts(deps, `password account ${accountId}`, limits.loginsPerMinuteAccount);
  const [current, next] = await keys.open(keyId, [currentPassword, newPassword]);
  if (current === undefined || next === undefined) throw new ProductError("loginKeySpent");
  if (!isSuitablePassword(next)) throw new ProductError("passwordUnsuitable");
  const verified = await findPassword(database, accountId);
  if (verified === null || !(await verifyPassword(current, verified.passwordHash)))
    throw new ProductError("passwordWrong");
  // An initial password, which the operator knows, would otherwise become permanent.
  if (normalisePassword(next) === normalisePassword(current)) throw new ProductError("passwordUnchanged");
  if (await isGuessable(next, [verified.loginName, verified.displayName]))
    throw new ProductError("passwordCommon");
  const passwordHash = await hashPassword(next);

  await transact(database, async (uow) => {
    const locked = await lockAccount(uow, accountId);
    // Password, session, and account may have been changed while the passwords were hashed, so they are checked
    // again.
    if (locked?.disabledAt) throw new ProductError("accountDisabled");
    const session = await findLiveSession(uow, tokenHash);
    if (session === null) throw new ProductError("tokenExpired");
    if (locked?.passwordHash !== verified.passwordHash) throw new ProductError("passwordWrong");
    await replacePasswordHash(uow, {
      accountId,
      passwordHash,
      expiresAt: null,
      at: clock.now(),
      actor: actorOf(caller),
      // A session that was opened with an initial password ends when this password expires, so the full lifetime is
      // set.
      retainedSession: { tokenHash, expiresAt: new Date(session.createdAt.getTime() + managerSessionMs) },
    });
  });
}
