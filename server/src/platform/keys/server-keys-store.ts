import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export type KeyPurpose = "guestToken" | "upload" | "vapid";

export interface ServerKeyRow {
  readonly keyId: string;
  readonly sealedSecret: Buffer;
}

const columns = sql`key_id AS "keyId", sealed_secret AS "sealedSecret"`;

/** Locks the purpose until the transaction ends, so that servers that find no key at the same time create only one. */
export async function lockKeyPurpose(uow: UnitOfWork, purpose: KeyPurpose): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`server key ${purpose}`}, 0))`.execute(uow);
}

/**
 * Returns the keys of a purpose that may sign, newest first: created after `createdAfter`, and neither retired nor
 * expired.
 */
export async function usableServerKeys(
  db: Querier,
  purpose: KeyPurpose,
  createdAfter: Date,
  now: Date,
): Promise<ServerKeyRow[]> {
  return sql<ServerKeyRow>`
    SELECT ${columns} FROM server_key
    WHERE purpose = ${purpose} AND created_at > ${createdAfter} AND retired_at IS NULL AND expires_at > ${now}
    ORDER BY created_at DESC, key_id`.rows(db);
}

/** Returns a key that may verify signatures, even if it is retired; null if it is unknown or has expired. */
export async function findServerKey(
  db: Querier,
  purpose: KeyPurpose,
  keyId: string,
  now: Date,
): Promise<ServerKeyRow | null> {
  return sql<ServerKeyRow>`
    SELECT ${columns} FROM server_key
    WHERE key_id = ${keyId} AND purpose = ${purpose} AND expires_at > ${now}`.rowOrNull(db);
}

export interface NewServerKey extends ServerKeyRow {
  readonly purpose: KeyPurpose;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertServerKey(uow: UnitOfWork, key: NewServerKey): Promise<void> {
  await sql`
    INSERT INTO server_key (key_id, purpose, sealed_secret, created_at, expires_at)
    VALUES (${key.keyId}, ${key.purpose}, ${key.sealedSecret}, ${key.createdAt}, ${key.expiresAt})`.execute(
    uow,
  );
}

export async function purgeServerKeys(db: Querier, now: Date): Promise<void> {
  await sql`DELETE FROM server_key WHERE expires_at <= ${now}`.execute(db);
}
