import { randomUUID } from "node:crypto";
import { type Permission, permissions } from "@reposo/contract/permissions.ts";
import { isSuitablePassword } from "@reposo/contract/sessions/password-rules.ts";
import { isTimeZoneName } from "#platform/time/time-zone-names.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database, Querier } from "#platform/postgres/database.ts";
import {
  type AccountProfile,
  type AccountRecord,
  disableAndEndSessions,
  enable,
  findAccount,
  insertAccount,
  isSuitableLoginName,
  lockAccount,
  replacePasswordHash,
  updateProfile,
} from "./account-store.ts";
import { hashPassword } from "#features/login/passwords/password-hash.ts";
import { isGuessable } from "#features/login/passwords/password-strength.ts";
import { initialPasswordMs } from "#features/login/sessions/session-tokens.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

export interface NewAccount extends AccountProfile {
  readonly kind: "outletManager" | "operator";
  readonly loginName: string;
  readonly password: string;
  /** True if another person chose the password, so that it expires unless the user replaces it. */
  readonly isInitial?: boolean;
}

export type AccountProblem =
  | "loginNameUnsuitable"
  | "passwordUnsuitable"
  | "passwordGuessable"
  | "timeZoneUnknown";

export type CreateAccountOutcome =
  | { readonly kind: "created"; readonly accountId: string }
  | { readonly kind: "loginNameTaken" }
  | { readonly kind: "refused"; readonly problem: AccountProblem };

/** The actor that the audit trail records for changes on the command line. */
const commandLine = "command line";

const expiryOf = (now: Date): Date => new Date(now.getTime() + initialPasswordMs);

/**
 * Creates an account.
 * @param db a database or an open transaction
 */
export async function createAccount(
  db: Querier,
  clock: Clock,
  account: NewAccount,
  actor = commandLine,
): Promise<CreateAccountOutcome> {
  if (!isSuitableLoginName(account.loginName)) return { kind: "refused", problem: "loginNameUnsuitable" };
  if (!isSuitablePassword(account.password)) return { kind: "refused", problem: "passwordUnsuitable" };
  if (await isGuessable(account.password, [account.loginName, account.displayName]))
    return { kind: "refused", problem: "passwordGuessable" };
  if (!isTimeZoneName(account.timeZone)) return { kind: "refused", problem: "timeZoneUnknown" };
  const { password, isInitial = false, ...rest } = account;
  const accountId = randomUUID();
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  const passwordExpiresAt = isInitial ? expiryOf(now) : null;
  const inserted = await insertAccount(
    db,
    { ...rest, accountId, passwordHash, passwordExpiresAt },
    now,
    actor,
  );
  return inserted ? { kind: "created", accountId } : { kind: "loginNameTaken" };
}

/** Replaces the profile of an account. @returns false if the profiles are equal, so that nothing was written */
export async function changeProfile(
  db: Querier,
  clock: Clock,
  account: AccountRecord,
  profile: AccountProfile,
): Promise<boolean> {
  const isSame =
    account.displayName === profile.displayName &&
    account.phone === profile.phone &&
    account.country === profile.country &&
    account.currency === profile.currency &&
    account.timeZone === profile.timeZone &&
    [...account.permissions].sort().join() === [...profile.permissions].sort().join();
  if (!isSame) await updateProfile(db, account, profile, clock.now(), commandLine);
  return !isSame;
}

/**
 * Grants or revokes permissions of a manager. Open sessions have the new permissions from their next call.
 * @returns the permissions before and after the change
 */
export async function changePermissions(
  database: Database,
  clock: Clock,
  loginName: string,
  change: "grant" | "revoke",
  given: readonly Permission[],
): Promise<
  | {
      readonly kind: "changed";
      readonly before: readonly Permission[];
      readonly after: readonly Permission[];
    }
  | { readonly kind: "unknown" }
  | { readonly kind: "operator" }
> {
  const account = await findAccount(database, loginName);
  if (!account) return { kind: "unknown" };
  if (account.kind === "operator") return { kind: "operator" };
  return transact(database, async (uow) => {
    const locked = await lockAccount(uow, account.accountId);
    if (!locked) return { kind: "unknown" };
    const before = locked.permissions;
    const isHeld = (permission: Permission) =>
      given.includes(permission) ? change === "grant" : before.includes(permission);
    const after = permissions.filter(isHeld);
    await changeProfile(uow, clock, locked, { ...locked, permissions: after });
    return { kind: "changed", before, after };
  });
}

/** Disables an account and ends its sessions. */
export async function disableAccount(
  database: Database,
  clock: Clock,
  loginName: string,
  actor = commandLine,
): Promise<"disabled" | "alreadyDisabled" | "unknown"> {
  const account = await findAccount(database, loginName);
  if (!account) return "unknown";
  return transact(database, async (uow) => {
    const locked = await lockAccount(uow, account.accountId);
    if (!locked) return "unknown";
    if (locked.disabledAt) return "alreadyDisabled";
    await disableAndEndSessions(uow, locked.accountId, clock.now(), actor);
    return "disabled";
  });
}

/** Enables a disabled account. Its password is unchanged, and sessions that were ended stay ended. */
export async function enableAccount(
  db: Querier,
  clock: Clock,
  loginName: string,
): Promise<"enabled" | "alreadyEnabled" | "unknown"> {
  const account = await findAccount(db, loginName);
  if (!account) return "unknown";
  return (await enable(db, account.accountId, clock.now(), commandLine)) ? "enabled" : "alreadyEnabled";
}

/**
 * Replaces the password of an account and ends all its sessions, because other people may know the old password. A
 * manager's new password is an initial password, which expires.
 */
export async function setPassword(
  database: Database,
  clock: Clock,
  loginName: string,
  password: string,
): Promise<"changed" | "unsuitable" | "guessable" | "unknown"> {
  if (!isSuitablePassword(password)) return "unsuitable";
  const account = await findAccount(database, loginName);
  if (!account) return "unknown";
  const { accountId } = account;
  if (await isGuessable(password, [account.loginName, account.displayName])) return "guessable";
  const passwordHash = await hashPassword(password);
  return transact(database, async (uow) => {
    if (!(await lockAccount(uow, accountId))) return "unknown";
    const at = clock.now();
    // The password of an operator does not expire, because operators have no page on which they could replace it.
    const expiresAt = account.kind === "operator" ? null : expiryOf(at);
    await replacePasswordHash(uow, {
      accountId,
      passwordHash,
      expiresAt,
      at,
      actor: commandLine,
      retainedSession: null,
    });
    return "changed";
  });
}
