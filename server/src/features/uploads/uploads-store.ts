import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { MediaKind } from "./media-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export type Owner = { readonly customerId: string } | { readonly accountId: string };

/** Returns a unique name of the owner, for queues and quotas. */
export const ownerName = (owner: Owner): string =>
  "customerId" in owner ? `customer:${owner.customerId}` : `account:${owner.accountId}`;

const ownedBy = (owner: Owner) =>
  "customerId" in owner ? sql`customer_id = ${owner.customerId}` : sql`account_id = ${owner.accountId}`;

const isUnused = sql`feedback_id IS NULL AND collection_id IS NULL`;

export interface NewUpload {
  readonly dir: string;
  readonly owner: Owner;
  readonly addressHash: Buffer;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

export interface Unused {
  readonly files: number;
  readonly openPolicies: number;
  readonly bytesOfAddress: number;
}

/** Counts the owner's unused files and open policies, and the bytes of all unused files of the address. */
export async function countUnused(
  db: Querier,
  owner: Owner,
  addressHash: Buffer,
  now: Date,
): Promise<Unused> {
  return sql<Unused>`
    SELECT count(*) FILTER (WHERE stored_at IS NOT NULL)::int AS files,
      count(*) FILTER (WHERE stored_at IS NULL AND expires_at > ${now})::int AS "openPolicies",
      (SELECT coalesce(sum(bytes), 0)::float8 FROM upload
       WHERE address_hash = ${addressHash} AND ${isUnused}) AS "bytesOfAddress"
    FROM upload WHERE ${ownedBy(owner)} AND ${isUnused}`.firstRow(db);
}

export async function insertUpload(db: Querier, upload: NewUpload): Promise<void> {
  const { owner } = upload;
  await sql`
    INSERT INTO upload (dir, customer_id, account_id, address_hash, issued_at, expires_at)
    VALUES (${upload.dir}, ${"customerId" in owner ? owner.customerId : null},
      ${"accountId" in owner ? owner.accountId : null}, ${upload.addressHash}, ${upload.issuedAt},
      ${upload.expiresAt})`.execute(db);
}

/**
 * Claims a folder until `hold.until` for a receiver, which is the ID of a request that stores a file. A folder that
 * another receiver holds, or whose file is stored, cannot be claimed.
 * @returns the owner; null if the folder is unknown or cannot be claimed
 */
export async function claimDir(
  db: Querier,
  dir: string,
  hold: { receiver: string; now: Date; until: Date },
): Promise<{ owner: Owner; address: string } | null> {
  const claimed = await sql<{ customerId: string | null; accountId: string | null; address: string }>`
    UPDATE upload SET receiver = ${hold.receiver}, held_until = ${hold.until}
    WHERE dir = ${dir} AND stored_at IS NULL AND (held_until IS NULL OR held_until < ${hold.now})
    RETURNING customer_id AS "customerId", account_id AS "accountId",
      coalesce(encode(address_hash, 'hex'), '') AS address`.rowOrNull(db);
  if (claimed === null) return null;
  const { customerId, accountId, address } = claimed;
  if (customerId !== null) return { owner: { customerId }, address };
  return accountId === null ? null : { owner: { accountId }, address };
}

/** Extends a receiver's hold; changes nothing if the receiver no longer holds the folder or has stored its file. */
export async function extendHold(
  db: Querier,
  dir: string,
  { receiver, until }: { receiver: string; until: Date },
): Promise<void> {
  await sql`
    UPDATE upload SET held_until = ${until}
    WHERE dir = ${dir} AND receiver = ${receiver} AND stored_at IS NULL`.execute(db);
}

/**
 * Returns the key of a folder's file, which is null until the file is stored, and whether a server holds the folder to
 * receive a file. Returns null if the folder is unknown or does not belong to `owner`.
 */
export async function selectUploadState(
  db: Querier,
  dir: string,
  now: Date,
  owner?: Owner,
): Promise<{ readonly key: string | null; readonly held: boolean } | null> {
  return sql<{ key: string | null; held: boolean }>`
    SELECT key, coalesce(held_until >= ${now}, false) AS held FROM upload
    WHERE dir = ${dir} ${owner === undefined ? sql`` : sql`AND ${ownedBy(owner)}`}`.rowOrNull(db);
}

export async function releaseDir(db: Querier, dir: string, receiver: string): Promise<void> {
  await sql`
    UPDATE upload SET receiver = NULL, held_until = NULL
    WHERE dir = ${dir} AND receiver = ${receiver} AND stored_at IS NULL`.execute(db);
}

export interface StoredMedia {
  readonly key: string;
  readonly kind: MediaKind;
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  readonly hasPoster: boolean;
}

/**
 * Records that the file of a folder is stored, and ends the receiver's hold.
 * @returns false if another receiver or a purge has claimed the row, or if the row was deleted
 */
export async function markStored(
  db: Querier,
  dir: string,
  receiver: string,
  media: StoredMedia,
  now: Date,
): Promise<boolean> {
  return sql`
    UPDATE upload SET key = ${media.key}, kind = ${media.kind}, content_type = ${media.contentType},
      bytes = ${media.bytes}, width = ${media.width}, height = ${media.height},
      duration_seconds = ${media.durationSeconds}, has_poster = ${media.hasPoster}, stored_at = ${now},
      held_until = NULL
    WHERE dir = ${dir} AND receiver = ${receiver} AND stored_at IS NULL RETURNING dir`.hasRows(db);
}

export interface MediaRecord extends StoredMedia {
  readonly dir: string;
}

const media = sql`dir, key, kind, content_type AS "contentType", bytes, width, height,
  duration_seconds AS "durationSeconds", has_poster AS "hasPoster"`;

export async function findMedia(db: Querier, key: string): Promise<MediaRecord | null> {
  return sql<MediaRecord>`
    SELECT ${media} FROM upload WHERE key = ${key} AND stored_at IS NOT NULL`.rowOrNull(db);
}

/**
 * Attaches those of the files `keys` to a feedback that are stored, unused, and belong to the owner.
 * @returns the number of attached files
 */
export async function useMedia(
  uow: UnitOfWork,
  use: { owner: Owner; keys: readonly string[]; feedbackId: string },
): Promise<number> {
  const used = await sql`
    UPDATE upload SET feedback_id = ${use.feedbackId}, position = given.place
    FROM unnest(${use.keys}::text[]) WITH ORDINALITY AS given (key, place)
    WHERE upload.key = given.key AND ${ownedBy(use.owner)} AND stored_at IS NOT NULL AND ${isUnused}
    RETURNING dir`.execute(uow);
  return used.rows.length;
}

export async function mediaOf(db: Querier, feedbackId: string): Promise<MediaRecord[]> {
  return sql<MediaRecord>`
    SELECT ${media} FROM upload WHERE feedback_id = ${feedbackId} ORDER BY position`.rows(db);
}

/**
 * Attaches a picture to a collection, which must have no photo yet.
 * @returns false if the file is not stored, not a picture, or already used, or belongs to another owner
 */
export async function usePicture(
  uow: UnitOfWork,
  use: { owner: Owner; key: string; collectionId: string },
): Promise<boolean> {
  const used = await sql`
    UPDATE upload SET collection_id = ${use.collectionId}
    WHERE key = ${use.key} AND ${ownedBy(use.owner)} AND kind = 'picture' AND stored_at IS NOT NULL AND ${isUnused}
    RETURNING dir`.execute(uow);
  return used.rows.length === 1;
}

export async function photoKeyOf(db: Querier, collectionId: string): Promise<string | null> {
  const found = await sql<{ key: string }>`
    SELECT key FROM upload WHERE collection_id = ${collectionId}`.execute(db);
  return found.rows[0]?.key ?? null;
}

/**
 * Returns the stored files that no purge with these limits would delete. `storedBefore` is null if used files are kept.
 */
export async function selectRetained(
  db: Querier,
  { issuedBefore, storedBefore }: { issuedBefore: Date; storedBefore: Date | null },
): Promise<Pick<MediaRecord, "dir" | "hasPoster">[]> {
  return sql<Pick<MediaRecord, "dir" | "hasPoster">>`
    SELECT dir, has_poster AS "hasPoster" FROM upload
    WHERE stored_at IS NOT NULL AND CASE WHEN ${isUnused} THEN issued_at >= ${issuedBefore}
      ELSE ${storedBefore}::timestamptz IS NULL OR stored_at >= ${storedBefore} END`.rows(db);
}

export async function selectStored(
  db: Querier,
): Promise<Pick<MediaRecord, "dir" | "contentType" | "hasPoster">[]> {
  return sql<Pick<MediaRecord, "dir" | "contentType" | "hasPoster">>`
    SELECT dir, content_type AS "contentType", has_poster AS "hasPoster" FROM upload
    WHERE stored_at IS NOT NULL AND key IS NOT NULL ORDER BY dir`.rows(db);
}

/** Which files to delete: unused files, or files of feedback and collections. */
export type ExpiredSelection =
  | { readonly kind: "unused"; readonly issuedBefore: Date }
  | { readonly kind: "used"; readonly storedBefore: Date };

/**
 * Clears the rows of at most `limit` folders, and holds these folders until `until`. The caller must delete any files
 * in them. Skips rows that another transaction has locked, and uploads in progress.
 * @returns the folders
 */
export async function claimExpiredFiles(
  db: Querier,
  claim: { select: ExpiredSelection; now: Date; until: Date; receiver: string; limit: number },
): Promise<string[]> {
  const { select } = claim;
  const chosen =
    select.kind === "unused"
      ? sql`${isUnused} AND issued_at < ${select.issuedBefore}
          AND (held_until IS NULL OR held_until < ${claim.now}) ORDER BY issued_at`
      : sql`(feedback_id IS NOT NULL OR collection_id IS NOT NULL) AND stored_at < ${select.storedBefore} ORDER BY stored_at`;
  const claimed = await sql<{ dir: string }>`
    UPDATE upload SET key = NULL, kind = NULL, content_type = NULL, bytes = NULL, width = NULL, height = NULL,
      duration_seconds = NULL, has_poster = false, stored_at = NULL, feedback_id = NULL, position = NULL,
      collection_id = NULL, receiver = ${claim.receiver}, held_until = ${claim.until}
    WHERE dir IN (SELECT dir FROM upload WHERE ${chosen} LIMIT ${claim.limit} FOR UPDATE SKIP LOCKED)
    RETURNING dir`.execute(db);
  return claimed.rows.map(({ dir }) => dir);
}

/**
 * Returns at most `limit` folders of used files whose policy was issued before `issuedBefore`, and from which no purge
 * has deleted the objects that browsers uploaded. The order is random, so that a folder that cannot be cleared does not
 * block the others.
 */
export async function selectFoldersWithOriginals(
  db: Querier,
  { issuedBefore, limit }: { issuedBefore: Date; limit: number },
): Promise<string[]> {
  const found = await sql<{ dir: string }>`
    SELECT dir FROM upload
    WHERE (feedback_id IS NOT NULL OR collection_id IS NOT NULL) AND NOT originals_removed
      AND issued_at < ${issuedBefore}
    ORDER BY random() LIMIT ${limit}`.execute(db);
  return found.rows.map(({ dir }) => dir);
}

export async function markOriginalsRemoved(db: Querier, dir: string): Promise<void> {
  await sql`UPDATE upload SET originals_removed = true WHERE dir = ${dir}`.execute(db);
}

export async function deleteUploads(db: Querier, dirs: readonly string[]): Promise<void> {
  await sql`DELETE FROM upload WHERE dir = ANY(${dirs}::text[]) AND stored_at IS NULL`.execute(db);
}
