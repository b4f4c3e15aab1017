import type { Permission } from "@reposo/contract/permissions.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import type { SessionDevice } from "./user-agent-rules.ts";

/**
 * A session with the data of its caller. For a customer, `accountId` and the fields of the account (`name` to
 * `outletIds`) are null; for a manager, `customerId` and `ticketOrderIds` are null.
 */
export interface SessionRow {
  tokenHash: Buffer;
  accountId: string | null;
  customerId: string | null;
  lastUsedAt: Date;
  expiresAt: Date;
  /** Null if the session has not ended. */
  endReason: "logout" | "loggedInElsewhere" | "disabled" | "passwordChanged" | null;
  name: string | null;
  permissions: Permission[] | null;
  country: string | null;
  currency: Currency | null;
  timeZone: string | null;
  disabledAt: Date | null;
  deletedAt: Date | null;
  outletIds: string[] | null;
  ticketOrderIds: string[] | null;
}

/**
 * Returns the session of a token, even if it has ended. One query by primary key reads all data, because every API call
 * needs them.
 */
export async function findSession(db: Querier, tokenHash: Buffer, now: Date): Promise<SessionRow | null> {
  return sql<SessionRow>`
    SELECT s.token_hash AS "tokenHash", s.account_id AS "accountId", s.customer_id AS "customerId",
      s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt", s.end_reason AS "endReason",
      a.display_name AS name, a.permissions,
      a.country, a.currency, a.time_zone AS "timeZone", a.disabled_at AS "disabledAt",
      a.deleted_at AS "deletedAt",
      CASE WHEN s.account_id IS NOT NULL THEN ARRAY(SELECT outlet_id FROM outlet_manager m
        WHERE m.account_id = s.account_id ORDER BY outlet_id) END AS "outletIds",
      CASE WHEN s.customer_id IS NOT NULL THEN ARRAY(SELECT order_id::text FROM customer_order_grant g
        WHERE g.customer_id = s.customer_id AND g.expires_at > ${now}) END AS "ticketOrderIds"
    FROM session s LEFT JOIN account a USING (account_id)
    WHERE s.token_hash = ${tokenHash}`.rowOrNull(db);
}

/**
 * Sets the last use and the expiry of a session that has not ended. Has no effect if the stored last use is after
 * `seenAt`, because a concurrent call has then renewed the session.
 */
export async function renewSession(
  db: Querier,
  tokenHash: Buffer,
  seenAt: Date,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await sql`
    UPDATE session SET last_used_at = ${now}, expires_at = ${expiresAt}
    WHERE token_hash = ${tokenHash} AND last_used_at <= ${seenAt} AND ended_at IS NULL`.execute(db);
}

interface NewSession {
  readonly tokenHash: Buffer;
  readonly now: Date;
  readonly expiresAt: Date;
}

/**
 * SQL expression: the end of a session. It is not before the last use, which is after `now` if the clock was set back.
 */
export const sessionEnd = (now: Date) => sql`greatest(${now}::timestamptz, last_used_at)`;

/** Ends the earlier session of an account and inserts a new one. The caller holds the account's lock. */
export async function replaceManagerSession(
  uow: UnitOfWork,
  accountId: string,
  { tokenHash, now, expiresAt }: NewSession,
  { browser, platform }: SessionDevice,
): Promise<void> {
  await sql`
    UPDATE session SET ended_at = ${sessionEnd(now)}, end_reason = 'loggedInElsewhere'
    WHERE account_id = ${accountId} AND ended_at IS NULL`.execute(uow);
  await sql`
    INSERT INTO session (token_hash, account_id, created_at, last_used_at, expires_at, browser, platform)
    VALUES (${tokenHash}, ${accountId}, ${now}, ${now}, ${expiresAt}, ${browser}, ${platform})`.execute(uow);
}

export interface LoggedInDevice extends SessionDevice {
  readonly since: Date;
  /** Whether the session has a push subscription. */
  readonly notified: boolean;
}

/** Returns the device of an account's live session. An account has at most one. */
export async function selectLoggedInDevices(
  db: Querier,
  accountId: string,
  now: Date,
): Promise<LoggedInDevice[]> {
  return sql<LoggedInDevice>`
    SELECT browser, platform, created_at AS since,
      EXISTS (SELECT FROM push_subscription p WHERE p.session_hash = token_hash) AS notified
    FROM session WHERE account_id = ${accountId} AND ended_at IS NULL AND expires_at > ${now}`.rows(db);
}

/**
 * Locks customers until the transaction ends, so that a logout and the opening of another session run one after the
 * other. Locks are acquired in a fixed order to prevent deadlocks. They are advisory locks, because a guest may have no
 * row yet.
 */
export async function lockCustomers(uow: UnitOfWork, customerIds: readonly string[]): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended('customer ' || customer_id, 0))
    FROM (SELECT DISTINCT unnest(${customerIds}::text[]) AS customer_id ORDER BY 1) AS sorted`.execute(uow);
}

export interface NewCustomerSession {
  readonly customerId: string;
  readonly tokenHash: Buffer;
}

/** Inserts customers that are not stored yet, sorted by their ID, because a fixed lock order prevents deadlocks. */
export async function insertCustomers(
  uow: UnitOfWork,
  customerIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO customer (customer_id, created_at)
    SELECT customer_id, ${now}::timestamptz FROM unnest(${customerIds}::uuid[]) AS given (customer_id)
    GROUP BY customer_id ORDER BY customer_id
    ON CONFLICT (customer_id) DO NOTHING`.execute(uow);
}

/**
 * Inserts customers and sessions that are not stored yet. Rows are sorted, because a fixed lock order prevents
 * deadlocks. The caller holds the lock of the customers.
 */
export async function insertCustomerSessions(
  uow: UnitOfWork,
  sessions: readonly NewCustomerSession[],
  { now, expiresAt }: Pick<NewSession, "now" | "expiresAt">,
): Promise<void> {
  const customerIds = sessions.map(({ customerId }) => customerId);
  const tokenHashes = sessions.map(({ tokenHash }) => tokenHash);
  await insertCustomers(uow, customerIds, now);
  await sql`
    INSERT INTO session (token_hash, customer_id, created_at, last_used_at, expires_at)
    SELECT token_hash, min(customer_id::text)::uuid, ${now}::timestamptz, ${now}::timestamptz, ${expiresAt}::timestamptz
    FROM unnest(${tokenHashes}::bytea[], ${customerIds}::uuid[]) AS given (token_hash, customer_id)
    GROUP BY token_hash ORDER BY token_hash
    ON CONFLICT (token_hash) DO NOTHING`.execute(uow);
}

/** Deletes the sessions of a customer that have not ended, except the `limit` most recently used ones. */
export async function purgeSurplusSessions(
  uow: UnitOfWork,
  customerId: string,
  limit: number,
): Promise<void> {
  await sql`
    DELETE FROM session WHERE token_hash IN (
      SELECT token_hash FROM session WHERE customer_id = ${customerId} AND ended_at IS NULL
      ORDER BY last_used_at DESC, created_at DESC, token_hash OFFSET ${limit})`.execute(uow);
}

/** Returns whether a customer's session is stored and has not ended. The caller holds the customer's lock. */
export async function isCustomerSessionLive(uow: UnitOfWork, tokenHash: Buffer): Promise<boolean> {
  return sql`SELECT FROM session WHERE token_hash = ${tokenHash} AND ended_at IS NULL`.hasRows(uow);
}

/** Of tokens that are not stored, returns the hashes of those that were issued before their customer's last logout. */
export async function findLoggedOutTokens(
  uow: UnitOfWork,
  tokens: readonly { readonly customerId: string; readonly tokenHash: Buffer; readonly issuedAt: Date }[],
): Promise<Buffer[]> {
  const found = await sql<{ tokenHash: Buffer }>`
    SELECT given.token_hash AS "tokenHash"
    FROM unnest(${tokens.map((token) => token.tokenHash)}::bytea[], ${tokens.map((token) => token.customerId)}::uuid[],
      ${tokens.map((token) => token.issuedAt.toISOString())}::timestamptz[])
      AS given (token_hash, customer_id, issued_at)
    WHERE EXISTS (SELECT FROM session s WHERE s.customer_id = given.customer_id AND s.end_reason = 'logout'
      AND s.ended_at >= given.issued_at)`.rows(uow);
  return found.map(({ tokenHash }) => tokenHash);
}

/** Returns whether a customer has logged out since an unstored token was issued. */
export async function hasLoggedOutSince(db: Querier, customerId: string, issuedAt: Date): Promise<boolean> {
  return sql`
    SELECT FROM session
    WHERE customer_id = ${customerId} AND end_reason = 'logout' AND ended_at >= ${issuedAt} LIMIT 1`.hasRows(
    db,
  );
}

/**
 * Returns when a session was opened; null if it has ended. The caller must hold the account's lock, because a
 * concurrent login could end the session.
 */
export async function findLiveSession(
  uow: UnitOfWork,
  tokenHash: Buffer,
): Promise<{ createdAt: Date } | null> {
  return sql<{ createdAt: Date }>`
    SELECT created_at AS "createdAt" FROM session
    WHERE token_hash = ${tokenHash} AND ended_at IS NULL`.rowOrNull(uow);
}

/**
 * Ends a session. For a customer, whose lock the caller holds, also ends all other sessions of the customer, because
 * they may have been opened with the token of this one.
 */
export async function endSession(db: Querier, tokenHash: Buffer, now: Date): Promise<void> {
  await sql`
    UPDATE session SET ended_at = ${sessionEnd(now)}, end_reason = 'logout'
    WHERE ended_at IS NULL AND (token_hash = ${tokenHash}
      OR customer_id = (SELECT customer_id FROM session WHERE token_hash = ${tokenHash}))`.execute(db);
}

const purgeBatch = 5_000;

/**
 * Deletes at most `purgeBatch` customers without any session, order, redeemed ticket, feedback, or coupon use. Only
 * customers that were created before `before` are deleted, because another transaction may be storing the first session
 * of a newer customer.
 */
export async function purgeCustomers(db: Querier, before: Date): Promise<void> {
  await sql`
    DELETE FROM customer WHERE customer_id IN (
      SELECT c.customer_id FROM customer c
      WHERE c.created_at < ${before}
        AND NOT EXISTS (SELECT FROM session s WHERE s.customer_id = c.customer_id)
        AND NOT EXISTS (SELECT FROM orders o WHERE o.customer_id = c.customer_id)
        AND NOT EXISTS (SELECT FROM customer_order_grant g WHERE g.customer_id = c.customer_id)
        AND NOT EXISTS (SELECT FROM feedback f WHERE f.customer_id = c.customer_id)
        AND NOT EXISTS (SELECT FROM coupon_customer_use u WHERE u.customer_id = c.customer_id)
      LIMIT ${purgeBatch})`.execute(db);
}

/** Deletes expired sessions. An ended session is kept until it expires, so that its browser can show why it ended. */
export async function purgeSessions(db: Querier, now: Date): Promise<void> {
  await sql`DELETE FROM session WHERE expires_at < ${now}`.execute(db);
}
