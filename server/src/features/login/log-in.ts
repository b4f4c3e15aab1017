import { createHash } from "node:crypto";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { ProductError } from "#platform/http/product-error.ts";
import {
  findLogin,
  type FoundLogin,
  lockAccount,
  type LoginOrigin,
  normaliseLoginName,
  storeOrigin,
} from "./accounts/account-store.ts";
import { limitLoginAttempts, type LoginLimits } from "./limit-login-attempts.ts";
import type { SecurityLog } from "#platform/logging/security-log.ts";
import type { LoginKeys } from "./passwords/login-keys.ts";
import { verifyDecoy, verifyPassword } from "./passwords/password-hash.ts";
import { deviceOf, type SessionDevice } from "./sessions/user-agent-rules.ts";
import { hashToken, managerSessionMs, newToken } from "./sessions/session-tokens.ts";
import { replaceManagerSession } from "./sessions/session-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

export interface LoginAttempt {
  readonly account: string;
  /** Ciphertext in base64. */
  readonly password: string;
  /** ID of the login key with which the browser has encrypted the password. */
  readonly keyId: string;
  /** The random ID that the browser stores; undefined if it sent none. */
  readonly browser?: string | undefined;
  /** The key of the caller's IP address for rate limits (`addressKey`). */
  readonly address: string;
  /** Null if the browser sent none. */
  readonly userAgent: string | null;
}

export interface OpenedSession {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface ManagerSession extends OpenedSession {
  /** When an initial password expires; null for a password that does not expire. */
  readonly passwordExpiresAt: Date | null;
}

export interface LogInDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: LoginKeys;
  readonly limits: LoginLimits;
  readonly security: SecurityLog;
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Opens a manager's session, ends the earlier session of the account, and records the attempt in the security log.
 * @throws ProductError tooManyTries, loginKeySpent, loginRefused, notOutletManager, accountDisabled, passwordExpired
 */
export async function logIn(deps: LogInDependencies, attempt: LoginAttempt): Promise<ManagerSession> {
  const { database, security } = deps;
  const name = normaliseLoginName(attempt.account);
  const origin: LoginOrigin = {
    addressHash: sha256(attempt.address),
    browserHash: attempt.browser === undefined ? null : sha256(attempt.browser),
  };
  const account = await findLogin(database, name, origin);
  // The log does not contain an unknown name, because it may be a password that was typed into the wrong field.
  const facts = { account: account?.accountId ?? null, address: attempt.address };
  try {
    const { address } = attempt;
    await limitLoginAttempts(deps, { name, account, address, browserHash: origin.browserHash });
    const session = await verifyAndOpen(deps, attempt, account, origin);
    security.record("login.succeeded", facts);
    return session;
  } catch (error) {
    if (error instanceof ProductError)
      security.record("login.failed", { ...facts, reason: error.resultName });
    throw error;
  }
}

async function verifyAndOpen(
  deps: LogInDependencies,
  attempt: LoginAttempt,
  account: FoundLogin | null,
  origin: LoginOrigin,
): Promise<ManagerSession> {
  const [password] = await deps.keys.open(attempt.keyId, [attempt.password]);
  if (password === undefined) throw new ProductError("loginKeySpent");
  if (!(await isPasswordCorrect(password, account)) || account === null)
    throw new ProductError("loginRefused");
  if (account.kind !== "outletManager") throw new ProductError("notOutletManager");
  return openSession(deps, account, origin, deviceOf(attempt.userAgent));
}

function isPasswordCorrect(password: string, account: FoundLogin | null): Promise<boolean> {
  const priority = account?.browserKnown || account?.addressKnown ? "known" : "unknown";
  return account === null
    ? verifyDecoy(password, priority)
    : verifyPassword(password, account.passwordHash, priority);
}

async function openSession(
  { database, clock }: LogInDependencies,
  account: FoundLogin,
  origin: LoginOrigin,
  device: SessionDevice,
): Promise<ManagerSession> {
  const token = newToken();
  const session = await transact(database, async (uow) => {
    const locked = await lockAccount(uow, account.accountId);
    // The account may have been changed while the password was verified, so it is checked again under the lock.
    if (!locked || locked.passwordHash !== account.passwordHash) throw new ProductError("loginRefused");
    if (locked.disabledAt) throw new ProductError("accountDisabled");
    const now = clock.now();
    const { passwordExpiresAt } = locked;
    if (passwordExpiresAt && passwordExpiresAt <= now) throw new ProductError("passwordExpired");
    const maxExpiry = new Date(now.getTime() + managerSessionMs);
    // A session that was opened with an initial password ends no later than this password.
    const expiresAt = passwordExpiresAt && passwordExpiresAt < maxExpiry ? passwordExpiresAt : maxExpiry;
    const opened = { tokenHash: hashToken(token), now, expiresAt };
    await replaceManagerSession(uow, account.accountId, opened, device);
    await storeOrigin(uow, account.accountId, origin, now);
    return { expiresAt, passwordExpiresAt };
  });
  return { token, ...session };
}
