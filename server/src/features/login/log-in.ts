import { createHash } from "node:crypto";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/database.ts";
import { ProductError } from "#platform/product-error.ts";
import { findLogin, lockAccount, rememberAddress } from "./account-store.ts";
import { admitTry } from "./admit-try.ts";
import type { LoginKeys } from "./login-keys.ts";
import { verifyNothing, verifyPassword } from "./password-hash.ts";
import { managerSessionMs } from "./session-lifetimes.ts";
import { replaceManagerSession } from "./session-store.ts";
import { hashToken, newToken } from "./session-tokens.ts";

export interface LoginLimits {
  readonly loginsPerMinuteAccount: number;
  readonly loginsPerMinuteAddress: number;
}

export interface LoginAttempt {
  readonly account: string;
  /** Base64 of the ciphertext. */
  readonly password: string;
  readonly keyId: string;
  /** What the caller's address is counted as. */
  readonly address: string;
}

export interface OpenedSession {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface LogInParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: LoginKeys;
  readonly limits: LoginLimits;
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

export async function logIn(parts: LogInParts, attempt: LoginAttempt): Promise<OpenedSession> {
  const { database, keys } = parts;
  const addressHash = sha256(attempt.address);
  await admitTry(parts, `login address ${attempt.address}`, parts.limits.loginsPerMinuteAddress);
  const account = await findLogin(database, attempt.account, addressHash);
  await countByAccount(parts, attempt, account?.addressKnown ?? false);

  const [password] = await keys.open(attempt.keyId, [attempt.password]);
  if (password === undefined) throw new ProductError("loginKeySpent");
  const isRight = account
    ? await verifyPassword(password, account.passwordHash)
    : await verifyNothing(password);
  if (!account || !isRight) throw new ProductError("loginRefused");
  if (account.kind !== "outletManager") throw new ProductError("notOutletManager");
  return openSession(parts, account, addressHash);
}

/**
 * Ten tries a minute an account, shared by all addresses it was never used from; each address that has logged into it
 * before has ten of its own. So guessing from elsewhere, however long, does not lock the owner out of the usual
 * places, and guessing from many addresses at once is no quicker than from one. From a new place the owner waits for
 * the guessing to pause, for as long as the minute's tries are used up: that is the price of the limit. Nothing is
 * ever locked for longer than a minute. A name that does not exist is counted just the same, or the limit would tell
 * which names do.
 */
async function countByAccount(
  parts: LogInParts,
  attempt: LoginAttempt,
  addressKnown: boolean,
): Promise<void> {
  const name = sha256(attempt.account.toLowerCase()).toString("base64url");
  const subject = addressKnown ? `login account ${name} from ${attempt.address}` : `login account ${name}`;
  await admitTry(parts, subject, parts.limits.loginsPerMinuteAccount);
}

async function openSession(
  { database, clock }: LogInParts,
  account: { accountId: string; passwordHash: string },
  addressHash: Buffer,
): Promise<OpenedSession> {
  const token = newToken();
  const expiresAt = await database.transaction().execute(async (tx) => {
    const locked = await lockAccount(tx, account.accountId);
    // Checking the password took a while: what was decided about the account meanwhile counts.
    if (!locked || locked.passwordHash !== account.passwordHash) throw new ProductError("loginRefused");
    if (locked.disabledAt) throw new ProductError("accountDisabled");
    const now = clock.now();
    const session = {
      tokenHash: hashToken(token),
      now,
      expiresAt: new Date(now.getTime() + managerSessionMs),
    };
    await replaceManagerSession(tx, account.accountId, session);
    await rememberAddress(tx, account.accountId, addressHash, now);
    return session.expiresAt;
  });
  return { token, expiresAt };
}
