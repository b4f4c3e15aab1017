import type { Language } from "@reposo/contract/text/languages.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface PushSubscription {
  readonly subscriptionId: string;
  readonly accountId: string;
  /** Hash of the token of the session that made the subscription. */
  readonly sessionHash: Buffer;
  /** The URL of the push service to which messages for the browser are sent. */
  readonly endpoint: string;
  /** The browser's public key and authentication secret in base64url, with which messages are encrypted (RFC 8291). */
  readonly p256dh: string;
  readonly auth: string;
  /** ID of the VAPID key with which the subscription was created. */
  readonly keyId: string;
  readonly language: Language;
}

/**
 * Stores the subscription of a browser. It replaces the subscription with the same endpoint, even if that belongs to
 * another account. Locks the session, so that its end waits and then also deletes this subscription.
 * @returns false if the session has ended
 */
export async function upsertSubscription(
  uow: UnitOfWork,
  given: PushSubscription,
  now: Date,
): Promise<boolean> {
  return sql`
    WITH live AS MATERIALIZED (
      SELECT token_hash FROM session WHERE token_hash = ${given.sessionHash} AND ended_at IS NULL FOR SHARE
    )
    INSERT INTO push_subscription
      (subscription_id, account_id, session_hash, endpoint, p256dh, auth, key_id, language, created_at)
    SELECT ${given.subscriptionId}::uuid, ${given.accountId}::uuid, token_hash, ${given.endpoint}, ${given.p256dh},
      ${given.auth}, ${given.keyId}::uuid, ${given.language}, ${now}::timestamptz FROM live
    ON CONFLICT (endpoint) DO UPDATE SET account_id = excluded.account_id, session_hash = excluded.session_hash,
      p256dh = excluded.p256dh, auth = excluded.auth, key_id = excluded.key_id, language = excluded.language,
      created_at = excluded.created_at, last_failed_at = NULL
    RETURNING subscription_id`.hasRows(uow);
}

/** Deletes the subscriptions of an account except the `maxCount` newest ones. */
export async function deleteOldSubscriptions(
  uow: UnitOfWork,
  accountId: string,
  maxCount: number,
): Promise<void> {
  await sql`
    DELETE FROM push_subscription WHERE subscription_id IN (
      SELECT subscription_id FROM push_subscription WHERE account_id = ${accountId}
      ORDER BY created_at DESC, subscription_id OFFSET ${maxCount})`.execute(uow);
}

export async function deleteEndpoint(db: Querier, accountId: string, endpoint: string): Promise<void> {
  await sql`
    DELETE FROM push_subscription WHERE account_id = ${accountId} AND endpoint = ${endpoint}`.execute(db);
}

const columns = sql`
  subscription_id::text AS "subscriptionId", account_id::text AS "accountId", session_hash AS "sessionHash", endpoint,
  p256dh, auth, key_id::text AS "keyId", language`;

/** A session that has ended has no subscriptions, but one that has expired is only deleted later. */
const isLive = (now: Date) => sql`
  EXISTS (SELECT FROM session s WHERE s.token_hash = session_hash AND s.expires_at > ${now})`;

export async function selectSubscriptions(
  db: Querier,
  accountId: string,
  now: Date,
): Promise<PushSubscription[]> {
  return sql<PushSubscription>`
    SELECT ${columns} FROM push_subscription WHERE account_id = ${accountId} AND ${isLive(now)}
    ORDER BY created_at, subscription_id`.rows(db);
}

/**
 * Returns a subscription of an account; null if the subscription was removed or now belongs to another account, if its
 * session has expired, or if the account is disabled or deleted.
 */
export async function findSubscription(
  db: Querier,
  { subscriptionId, accountId }: { readonly subscriptionId: string; readonly accountId: string },
  now: Date,
): Promise<PushSubscription | null> {
  return sql<PushSubscription>`
    SELECT ${columns} FROM push_subscription
    WHERE subscription_id = ${subscriptionId} AND account_id = ${accountId} AND ${isLive(now)}
      AND EXISTS (SELECT FROM account a WHERE a.account_id = push_subscription.account_id
        AND a.disabled_at IS NULL AND a.deleted_at IS NULL)`.rowOrNull(db);
}

/**
 * Locks the subscriptions of an account until the transaction ends. The lock serialises transactions that record failed
 * messages, so that only the last of them finds all other subscriptions failed and enqueues the e-mail.
 * @returns the subscriptions; `failed`: the last message to the browser failed
 */
export async function lockSubscriptions(
  uow: UnitOfWork,
  accountId: string,
  now: Date,
): Promise<{ subscriptionId: string; failed: boolean }[]> {
  return sql<{ subscriptionId: string; failed: boolean }>`
    SELECT subscription_id::text AS "subscriptionId", last_failed_at IS NOT NULL AS failed
    FROM push_subscription WHERE account_id = ${accountId} AND ${isLive(now)} ORDER BY subscription_id FOR UPDATE`.rows(
    uow,
  );
}

export async function deleteSubscription(db: Querier, subscriptionId: string): Promise<void> {
  await sql`DELETE FROM push_subscription WHERE subscription_id = ${subscriptionId}`.execute(db);
}

/** Stores when the last message to a browser failed; null: the last message was sent. */
export async function writeLastFailure(
  db: Querier,
  subscriptionId: string,
  lastFailedAt: Date | null,
): Promise<void> {
  await sql`
    UPDATE push_subscription SET last_failed_at = ${lastFailedAt}
    WHERE subscription_id = ${subscriptionId} AND last_failed_at IS DISTINCT FROM ${lastFailedAt}`.execute(
    db,
  );
}
