import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";

export interface ReplyKey {
  readonly tokenHash: Buffer;
  readonly operation: string;
  readonly key: string;
}

export interface ReplyRow {
  readonly request_hash: Buffer;
  /** The stored reply; null until it is stored. */
  readonly answer: unknown;
}

/** The claim's commit does not wait for the disk: a crash that loses the claim also loses all later commits. */
const withAsynchronousCommit = sql`(SELECT set_config('synchronous_commit', 'off', true)) IS NOT NULL`;

export interface KeyClaim extends ReplyKey {
  readonly requestHash: Buffer;
  /** UUID of the request that claims the key. */
  readonly holder: string;
}

/**
 * Claims each key that is new, expired, or unanswered after its holder's lease.
 * @returns the holders whose claim succeeded. All other keys have a reply, a holder with a valid lease, or were used
 *   for a different request.
 */
export async function claimKeys(
  db: Querier,
  claims: readonly KeyClaim[],
  times: { now: Date; heldUntil: Date; expiredBefore: Date },
): Promise<Set<string>> {
  const column = <K extends keyof KeyClaim>(name: K) => claims.map((claim) => claim[name]);
  const claimed = await sql<{ holder: string }>`
    INSERT INTO idempotent_answer AS i
      (token_hash, operation, key, request_hash, answer, created_at, holder, held_until)
    SELECT token_hash, operation, key, request_hash, NULL, ${times.now}::timestamptz, holder,
      ${times.heldUntil}::timestamptz
    FROM unnest(${column("tokenHash")}::bytea[], ${column("operation")}::text[], ${column("key")}::text[],
      ${column("requestHash")}::bytea[], ${column("holder")}::uuid[]) AS t (token_hash, operation, key, request_hash, holder)
    WHERE ${withAsynchronousCommit}
    ORDER BY token_hash, operation, key
    ON CONFLICT (token_hash, operation, key) DO UPDATE
      SET request_hash = excluded.request_hash, answer = NULL, created_at = excluded.created_at,
        holder = excluded.holder, held_until = excluded.held_until
      WHERE i.created_at <= ${times.expiredBefore}
        OR (i.answer IS NULL AND i.held_until <= ${times.now} AND i.request_hash = excluded.request_hash)
    RETURNING holder`.rows(db);
  return new Set(claimed.map((row) => row.holder));
}

export async function findReply(
  db: Querier,
  { tokenHash, operation, key }: ReplyKey,
): Promise<ReplyRow | null> {
  return sql<ReplyRow>`
    SELECT request_hash, answer FROM idempotent_answer
    WHERE token_hash = ${tokenHash} AND operation = ${operation} AND key = ${key}`.rowOrNull(db);
}

export interface ClaimedReply extends ReplyKey {
  readonly holder: string;
  readonly answer: unknown;
}

/** Builds a statement that returns one row per stored reply; it skips keys that another holder has claimed. */
export function updateReplies(replies: readonly ClaimedReply[]): SqlQuery<unknown> {
  const column = <K extends keyof ClaimedReply>(name: K) => replies.map((reply) => reply[name]);
  return sql`
    UPDATE idempotent_answer i SET answer = given.answer::jsonb
    FROM unnest(${column("tokenHash")}::bytea[], ${column("operation")}::text[], ${column("key")}::text[],
      ${column("holder")}::uuid[], ${replies.map(({ answer }) => JSON.stringify(answer))}::text[])
      AS given (token_hash, operation, key, holder, answer)
    WHERE i.token_hash = given.token_hash AND i.operation = given.operation AND i.key = given.key
      AND i.holder = given.holder
    RETURNING 1`;
}

/** Releases a key without a reply, so that the client can retry immediately. */
export async function releaseKey(
  db: Querier,
  { tokenHash, operation, key }: ReplyKey,
  holder: string,
): Promise<void> {
  await sql`
    DELETE FROM idempotent_answer
    WHERE token_hash = ${tokenHash} AND operation = ${operation} AND key = ${key}
      AND holder = ${holder} AND answer IS NULL`.execute(db);
}

export async function purgeReplies(db: Querier, before: Date): Promise<void> {
  await sql`DELETE FROM idempotent_answer WHERE created_at <= ${before}`.execute(db);
}
