import { createHash } from "node:crypto";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { ProductError } from "#platform/http/product-error.ts";
import {
  type FoundLogin,
  findLogin,
  type LoginOrigin,
  lockAccount,
  rememberOrigin,
} from "./account-store.ts";
import { admitTry } from "./limit-attempts.ts";
import type { SecurityLog } from "#platform/logging/security-log.ts";
import type { LoginKeys } from "./login-keys.ts";
import { normalizeLoginName } from "./login-names.ts";
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
  /** The random id that the browser stores; undefined where it sends none. */
  readonly browser?: string | undefined;
  /** What the caller's address is counted as. */
  readonly address: string;
}

export interface OpenedSession {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface ManagerSession extends OpenedSession {
  /** Null for a password that its holder chose. */
  readonly passwordExpiresAt: Date | null;
}

export interface LogInParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: LoginKeys;
  readonly limits: LoginLimits;
  readonly security: SecurityLog;
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * @throws ProductError tooManyTries, loginKeySpent, loginRefused, notOutletManager, accountDisabled, passwordExpired
 */
export async function logIn(parts: LogInParts, attempt: LoginAttempt): Promise<ManagerSession> {
  const { database, security } = parts;
  const name = normalizeLoginName(attempt.account);
  const origin: LoginOrigin = {
    addressHash: sha256(attempt.address),
    browserHash: attempt.browser === undefined ? null : sha256(attempt.browser),
  };
  const account = await findLogin(database, name, origin);
  // A name that does not exist is not recorded: people type passwords there.
  const facts = { account: account?.accountId ?? null, address: attempt.address };
  try {
    await countTries(parts, attempt, name, account);
    const session = await checkAndOpen(parts, attempt, account, origin);
    security.record("login.succeeded", facts);
    return session;
  } catch (error) {
    if (error instanceof ProductError)
      security.record("login.failed", { ...facts, reason: error.resultName });
    throw error;
  }
}

async function checkAndOpen(
  parts: LogInParts,
  attempt: LoginAttempt,
  account: FoundLogin | null,
  origin: LoginOrigin,
): Promise<ManagerSession> {
  const [password] = await parts.keys.open(attempt.keyId, [attempt.password]);
  if (password === undefined) throw new ProductError("loginKeySpent");
  if (!(await isRight(password, account)) || account === null) throw new ProductError("loginRefused");
  if (account.kind !== "outletManager") throw new ProductError("notOutletManager");
  return openSession(parts, account, origin);
}

/**
 * Ten tries a minute an account, shared by all origins it was never used from; each browser and each address that has
 * logged into it before has ten of its own, and a known browser is not counted with its address. So guessing, however
 * long and from wherever, does not lock the owner out of the usual places, and guessing from many addresses at once is
 * no quicker than from one. From a new place the owner waits for the guessing to pause. Nothing is ever locked for longer
 * than a minute. A name that does not exist is counted just the same, or the limit would tell which names do.
 */
async function countTries(
  parts: LogInParts,
  { address, browser }: LoginAttempt,
  name: string,
  account: FoundLogin | null,
): Promise<void> {
  const { loginsPerMinuteAccount, loginsPerMinuteAddress } = parts.limits;
  const counted = `login account ${account?.accountId ?? sha256(name).toString("base64url")}`;
  if (account?.browserKnown) {
    const browserName = sha256(browser ?? "").toString("base64url");
    return admitTry(parts, `${counted} in ${browserName}`, loginsPerMinuteAccount);
  }
  await admitTry(parts, `login address ${address}`, loginsPerMinuteAddress);
  await admitTry(
    parts,
    account?.addressKnown ? `${counted} from ${address}` : counted,
    loginsPerMinuteAccount,
  );
}

function isRight(password: string, account: FoundLogin | null): Promise<boolean> {
  const priority = account?.browserKnown || account?.addressKnown ? "known" : "unknown";
  return account === null
    ? verifyNothing(password, priority)
    : verifyPassword(password, account.passwordHash, priority);
}

async function openSession(
  { database, clock }: LogInParts,
  account: FoundLogin,
  origin: LoginOrigin,
): Promise<ManagerSession> {
  const token = newToken();
  const session = await database.transaction(async (tx) => {
    const locked = await lockAccount(tx, account.accountId);
    // Checking the password took a while: what was decided about the account meanwhile counts.
    if (!locked || locked.passwordHash !== account.passwordHash) throw new ProductError("loginRefused");
    if (locked.disabledAt) throw new ProductError("accountDisabled");
    const now = clock.now();
    const { passwordExpiresAt } = locked;
    if (passwordExpiresAt && passwordExpiresAt <= now) throw new ProductError("passwordExpired");
    const lifeEndsAt = new Date(now.getTime() + managerSessionMs);
    // A session does not outlive the initial password that opened it.
    const endsAt = passwordExpiresAt && passwordExpiresAt < lifeEndsAt ? passwordExpiresAt : lifeEndsAt;
    await replaceManagerSession(tx, account.accountId, {
      tokenHash: hashToken(token),
      now,
      expiresAt: endsAt,
    });
    await rememberOrigin(tx, account.accountId, origin, now);
    return { expiresAt: endsAt, passwordExpiresAt };
  });
  return { token, ...session };
}
