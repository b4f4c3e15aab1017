import type { Permission } from "@reposo/contract/permissions.ts";
import { plainText } from "@reposo/contract/text/typed-text.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { sessionEnd } from "#features/login/sessions/session-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

const loginName = /^[A-Za-z0-9._@+-]{1,64}$/;

/** Returns whether a login name has 1 to 64 permitted characters. The database enforces the same pattern. */
export const isSuitableLoginName = (name: string): boolean => loginName.test(name);

/**
 * Returns the form in which login names are compared and login attempts are counted. Only ASCII letters are
 * converted to lower case: PostgreSQL and JavaScript convert others differently (U+0130 becomes "i" in PostgreSQL),
 * which would give one account several counts.
 */
export const normaliseLoginName = (name: string): string =>
  plainText(name).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

export interface AccountProfile {
  readonly displayName: string;
  readonly phone: string | null;
  readonly permissions: readonly Permission[];
  readonly country: string;
  readonly currency: Currency;
  readonly timeZone: string;
}

export interface AccountRecord extends AccountProfile {
  readonly accountId: string;
  readonly kind: "outletManager" | "operator";
  readonly loginName: string;
  readonly passwordHash: string;
  readonly disabledAt: Date | null;
  /** When an initial password expires; null for a password that does not expire. */
  readonly passwordExpiresAt: Date | null;
}

/**
 * SHA-256 hashes of the key of the IP address (`addressKey`) and of the browser's ID; `browserHash` is null if the
 * browser sent no ID.
 */
export interface LoginOrigin {
  readonly addressHash: Buffer;
  readonly browserHash: Buffer | null;
}

/** An account, and whether it has logged in from the given address or in the given browser before. */
export interface FoundLogin extends AccountRecord {
  readonly addressKnown: boolean;
  readonly browserKnown: boolean;
}

const columns = sql`
  account_id AS "accountId", kind, login_name AS "loginName", password_hash AS "passwordHash",
  display_name AS "displayName", phone, permissions, country, currency, time_zone AS "timeZone",
  disabled_at AS "disabledAt", password_expires_at AS "passwordExpiresAt"`;

export async function findAccount(db: Querier, loginName: string): Promise<AccountRecord | null> {
  return sql<AccountRecord>`
    SELECT ${columns} FROM account
    WHERE lower(login_name COLLATE "C") = ${normaliseLoginName(loginName)} AND deleted_at IS NULL`.rowOrNull(
    db,
  );
}

export async function hasAnyAccount(db: Querier): Promise<boolean> {
  return sql`SELECT FROM account LIMIT 1`.hasRows(db);
}

/**
 * Finds an account by its normalised name. Uses one query, so that the response time does not reveal whether the
 * account exists.
 */
export async function findLogin(
  db: Querier,
  normalizedName: string,
  { addressHash, browserHash }: LoginOrigin,
): Promise<FoundLogin | null> {
  return sql<FoundLogin>`
    SELECT ${columns},
      EXISTS (SELECT FROM login_known_address k
        WHERE k.account_id = account.account_id AND k.address_hash = ${addressHash}) AS "addressKnown",
      EXISTS (SELECT FROM login_known_browser k
        WHERE k.account_id = account.account_id AND k.browser_hash = ${browserHash}::bytea) AS "browserKnown"
    FROM account
    WHERE lower(login_name COLLATE "C") = ${normalizedName} AND deleted_at IS NULL`.rowOrNull(db);
}

/**
 * Locks an account until the transaction ends, so that logins, changes of the password, and disabling run one after
 * another, and each ends the session that an earlier login opened.
 */
export async function lockAccount(uow: UnitOfWork, accountId: string): Promise<AccountRecord | null> {
  return sql<AccountRecord>`
    SELECT ${columns} FROM account
    WHERE account_id = ${accountId} AND deleted_at IS NULL FOR UPDATE`.rowOrNull(uow);
}

/** Records that an account has logged in from an address and, if the browser sent an ID, in this browser. */
export async function storeOrigin(
  uow: UnitOfWork,
  accountId: string,
  { addressHash, browserHash }: LoginOrigin,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO login_known_address (account_id, address_hash, last_login_at)
    VALUES (${accountId}, ${addressHash}, ${now})
    ON CONFLICT (account_id, address_hash) DO UPDATE SET last_login_at = excluded.last_login_at`.execute(uow);
  if (browserHash === null) return;
  await sql`
    INSERT INTO login_known_browser (account_id, browser_hash, last_login_at)
    VALUES (${accountId}, ${browserHash}, ${now})
    ON CONFLICT (account_id, browser_hash) DO UPDATE SET last_login_at = excluded.last_login_at`.execute(uow);
}

/** Inserts an account and an audit entry. @returns false if the login name is taken; the transaction can continue */
export async function insertAccount(
  db: Querier,
  account: Omit<AccountRecord, "disabledAt">,
  now: Date,
  actor: string,
): Promise<boolean> {
  return sql`
    WITH created AS (
      INSERT INTO account (account_id, kind, login_name, password_hash, display_name, phone, permissions,
        country, currency, time_zone, password_expires_at, created_at)
      VALUES (${account.accountId}, ${account.kind}, ${account.loginName}, ${account.passwordHash},
        ${account.displayName}, ${account.phone}, ${[...account.permissions]}, ${account.country},
        ${account.currency}, ${account.timeZone}, ${account.passwordExpiresAt}, ${now})
      ON CONFLICT (lower(login_name COLLATE "C")) WHERE deleted_at IS NULL DO NOTHING
      RETURNING account_id
    )
    INSERT INTO audit_entry (at, actor, action, subject)
    SELECT ${now}, ${actor}, 'account.created', account_id::text FROM created RETURNING 1`.hasRows(db);
}

/** Replaces the profile of an account, and inserts an audit entry with the permissions before and after the change. */
export async function updateProfile(
  db: Querier,
  { accountId, permissions: before }: Pick<AccountRecord, "accountId" | "permissions">,
  profile: AccountProfile,
  now: Date,
  actor: string,
): Promise<void> {
  const detail = { permissions: { before, after: profile.permissions } };
  await sql`
    WITH changed AS (
      UPDATE account SET display_name = ${profile.displayName}, phone = ${profile.phone},
        permissions = ${[...profile.permissions]}, country = ${profile.country},
        currency = ${profile.currency}, time_zone = ${profile.timeZone}
      WHERE account_id = ${accountId} RETURNING account_id
    )
    INSERT INTO audit_entry (at, actor, action, subject, detail)
    SELECT ${now}, ${actor}, 'account.changed', account_id::text, ${JSON.stringify(detail)}::jsonb
    FROM changed`.execute(db);
}

/**
 * Disables an account, ends its sessions, and inserts an audit entry. The caller holds the account's lock, so that no
 * login opens another session.
 */
export async function disableAndEndSessions(
  uow: UnitOfWork,
  accountId: string,
  now: Date,
  actor: string,
): Promise<void> {
  await sql`
    WITH changed AS (
      UPDATE account SET disabled_at = ${now} WHERE account_id = ${accountId} AND disabled_at IS NULL
      RETURNING account_id
    ), ended AS (
      UPDATE session SET ended_at = ${sessionEnd(now)}, end_reason = 'disabled'
      WHERE account_id = ${accountId} AND ended_at IS NULL
    )
    INSERT INTO audit_entry (at, actor, action, subject)
    SELECT ${now}, ${actor}, 'account.disabled', account_id::text FROM changed`.execute(uow);
}

/** Enables an account and inserts an audit entry. @returns false if the account is already enabled */
export async function enable(db: Querier, accountId: string, now: Date, actor: string): Promise<boolean> {
  return sql`
    WITH changed AS (
      UPDATE account SET disabled_at = NULL WHERE account_id = ${accountId} AND disabled_at IS NOT NULL
      RETURNING account_id
    )
    INSERT INTO audit_entry (at, actor, action, subject)
    SELECT ${now}, ${actor}, 'account.enabled', account_id::text FROM changed RETURNING 1`.hasRows(db);
}

type PasswordRecord = Pick<AccountRecord, "loginName" | "displayName" | "passwordHash">;

export async function findPassword(db: Querier, accountId: string): Promise<PasswordRecord | null> {
  return sql<PasswordRecord>`
    SELECT login_name AS "loginName", display_name AS "displayName", password_hash AS "passwordHash" FROM account
    WHERE account_id = ${accountId} AND deleted_at IS NULL`.rowOrNull(db);
}

export interface NewPassword {
  readonly accountId: string;
  readonly passwordHash: string;
  /** When an initial password expires; null for a password that does not expire. */
  readonly expiresAt: Date | null;
  readonly at: Date;
  readonly actor: string;
  /** The session that is kept, and its new expiry; null ends all sessions of the account. */
  readonly retainedSession: { readonly tokenHash: Buffer; readonly expiresAt: Date } | null;
}

/**
 * Replaces a password's hash, ends the account's sessions except the retained one, and inserts an audit entry. The
 * caller holds the account's lock, so that no login with the old password opens another session.
 */
export async function replacePasswordHash(
  uow: UnitOfWork,
  { accountId, passwordHash, expiresAt, at, actor, retainedSession }: NewPassword,
): Promise<void> {
  const retainedTokenHash = retainedSession?.tokenHash ?? null;
  await sql`
    WITH changed AS (
      UPDATE account SET password_hash = ${passwordHash}, password_expires_at = ${expiresAt}
      WHERE account_id = ${accountId} RETURNING account_id
    ), ended AS (
      UPDATE session SET ended_at = ${sessionEnd(at)}, end_reason = 'passwordChanged'
      WHERE account_id = ${accountId} AND ended_at IS NULL
        AND (${retainedTokenHash}::bytea IS NULL OR token_hash <> ${retainedTokenHash}::bytea)
    ), extended AS (
      UPDATE session SET expires_at = ${retainedSession?.expiresAt ?? null}
      WHERE account_id = ${accountId} AND ended_at IS NULL AND token_hash = ${retainedTokenHash}::bytea
    )
    INSERT INTO audit_entry (at, actor, action, subject)
    SELECT ${at}, ${actor}, 'account.passwordChanged', account_id::text FROM changed`.execute(uow);
}

export async function selectManagedOutlets(
  db: Querier,
  accountId: string,
): Promise<{ areaId: string; areaName: string }[]> {
  return sql<{ areaId: string; areaName: string }>`
    SELECT outlet_id AS "areaId", name AS "areaName"
    FROM outlet_manager JOIN outlet USING (outlet_id)
    WHERE account_id = ${accountId} ORDER BY name, outlet_id`.rows(db);
}

export type AccountContact = Pick<AccountRecord, "phone" | "passwordExpiresAt">;

export async function findContact(db: Querier, accountId: string): Promise<AccountContact> {
  const contact = await sql<AccountContact>`
    SELECT phone, password_expires_at AS "passwordExpiresAt" FROM account
    WHERE account_id = ${accountId}`.rowOrNull(db);
  return contact ?? { phone: null, passwordExpiresAt: null };
}

/** Deletes addresses and browsers whose last login was before an instant. */
export async function purgeOrigins(db: Querier, before: Date): Promise<void> {
  await sql`DELETE FROM login_known_address WHERE last_login_at < ${before}`.execute(db);
  await sql`DELETE FROM login_known_browser WHERE last_login_at < ${before}`.execute(db);
}
