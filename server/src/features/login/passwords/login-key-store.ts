import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface LoginKeyRow {
  keyId: string;
  /** Encrypted, see key-cipher.ts. */
  sealedPrivateKey: Buffer;
  publicKey: Buffer;
  createdAt: Date;
  expiresAt: Date;
}

const columns = sql`key_id AS "keyId", sealed_private_key AS "sealedPrivateKey", public_key AS "publicKey",
  created_at AS "createdAt", expires_at AS "expiresAt"`;

/** Advisory lock, so that only one of several servers that find no key creates one. */
const lockKey = 7_370_737;

export async function lockKeyCreation(uow: UnitOfWork): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(uow);
}

/** Newest first; several where servers have different key-encryption keys. */
export async function selectKeys(db: Querier, createdAfter: Date): Promise<LoginKeyRow[]> {
  return sql<LoginKeyRow>`
    SELECT ${columns} FROM login_key WHERE created_at > ${createdAfter}
    ORDER BY created_at DESC, key_id`.rows(db);
}

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

/** @returns false where the key is missing, after the database was restored */
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
 * Deletes a nonce. The single DELETE ensures that only one of two logins with the same ciphertext finds the
 * nonce.
 * @returns false where the nonce is unknown, used, or expired
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
