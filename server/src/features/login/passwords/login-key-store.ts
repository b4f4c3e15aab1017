import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface LoginKeyRow {
  keyId: string;
  /** The private key, encrypted by `key-cipher.ts`. */
  sealedPrivateKey: Buffer;
  publicKey: Buffer;
  createdAt: Date;
  expiresAt: Date;
}

const columns = sql`key_id AS "keyId", sealed_private_key AS "sealedPrivateKey", public_key AS "publicKey",
  created_at AS "createdAt", expires_at AS "expiresAt"`;

/** Key of the advisory lock that prevents concurrent servers from creating several login keys. */
const lockKey = 7_370_739;

export async function lockKeyCreation(uow: UnitOfWork): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(uow);
}

/**
 * Returns the login keys that were created after an instant, newest first. There are several if servers use different
 * key-encryption keys.
 */
export async function selectKeys(db: Querier, createdAfter: Date): Promise<LoginKeyRow[]> {
  return sql<LoginKeyRow>`
    SELECT ${columns} FROM login_key WHERE created_at > ${createdAfter}
    ORDER BY created_at DESC, key_id`.rows(db);
}

/** Returns a key that has not expired; null for any other ID. */
export async function findKey(db: Querier, keyId: string, now: Date): Promise<LoginKeyRow | null> {
  return sql<LoginKeyRow>`
    SELECT ${columns} FROM login_key WHERE key_id = ${keyId} AND expires_at > ${now}`.rowOrNull(db);
}

export async function insertKey(db: Querier, key: LoginKeyRow): Promise<void> {
  await sql`
    INSERT INTO login_key (key_id, sealed_private_key, public_key, created_at, expires_at)
    VALUES (${key.keyId}, ${key.sealedPrivateKey}, ${key.publicKey}, ${key.createdAt}, ${key.expiresAt})`.execute(
    db,
  );
}

/**
 * Inserts a nonce.
 * @returns false if the key does not exist, for example after a backup of the database was restored
 */
export async function insertNonce(
  db: Querier,
  nonceHash: Buffer,
  keyId: string,
  expiresAt: Date,
): Promise<boolean> {
  return sql`
    INSERT INTO login_nonce (nonce_hash, key_id, expires_at)
    SELECT ${nonceHash}::bytea, key_id, ${expiresAt}::timestamptz FROM login_key WHERE key_id = ${keyId}
    RETURNING 1`.hasRows(db);
}

/**
 * Deletes a nonce. A single DELETE ensures that only one of two concurrent logins with the same ciphertext succeeds.
 * @returns false if the nonce is unknown, used, or expired
 */
export async function consumeNonce(
  db: Querier,
  nonceHash: Buffer,
  keyId: string,
  now: Date,
): Promise<boolean> {
  return sql`
    DELETE FROM login_nonce
    WHERE nonce_hash = ${nonceHash} AND key_id = ${keyId} AND expires_at > ${now} RETURNING 1`.hasRows(db);
}

export async function purgeLoginKeys(db: Querier, now: Date): Promise<void> {
  await sql`DELETE FROM login_nonce WHERE expires_at < ${now}`.execute(db);
  await sql`DELETE FROM login_key WHERE expires_at < ${now}`.execute(db);
}
