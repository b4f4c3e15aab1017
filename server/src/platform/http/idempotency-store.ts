import { sql } from "kysely";
import type { Querier } from "#platform/database.ts";

export interface AnswerKey {
  readonly tokenHash: Buffer;
  readonly operation: string;
  readonly key: string;
}

export interface AnswerRow {
  readonly request_hash: Buffer;
  readonly answer: unknown;
}

/**
 * Taking a key need not wait for the disk: should the database crash and forget it, it has forgotten everything
 * that came after it as well, the effect included. For this transaction only.
 */
const withoutWaiting = sql`(SELECT set_config('synchronous_commit', 'off', true)) IS NOT NULL`;

/**
 * Takes the key for `holder`: a fresh one, one from more than a day ago, or one whose holder has gone silent
 * without an answer.
 * @returns false where it is answered, held by a living holder, or was used for another request.
 */
export async function takeKey(
  db: Querier,
  { tokenHash, operation, key }: AnswerKey,
  take: { requestHash: Buffer; holder: string; now: Date; heldUntil: Date; forgottenBefore: Date },
): Promise<boolean> {
  const taken = await sql`
    INSERT INTO idempotent_answer AS i
      (token_hash, operation, key, request_hash, answer, created_at, holder, held_until)
    SELECT ${tokenHash}::bytea, ${operation}, ${key}, ${take.requestHash}::bytea, NULL, ${take.now}::timestamptz,
      ${take.holder}::uuid, ${take.heldUntil}::timestamptz
    WHERE ${withoutWaiting}
    ON CONFLICT (token_hash, operation, key) DO UPDATE
      SET request_hash = excluded.request_hash, answer = NULL, created_at = excluded.created_at,
        holder = excluded.holder, held_until = excluded.held_until
      WHERE i.created_at <= ${take.forgottenBefore}
        OR (i.answer IS NULL AND i.held_until <= ${take.now} AND i.request_hash = excluded.request_hash)
    RETURNING 1`.execute(db);
  return taken.rows.length === 1;
}

export async function findAnswer(
  db: Querier,
  { tokenHash, operation, key }: AnswerKey,
): Promise<AnswerRow | null> {
  const found = await sql<AnswerRow>`
    SELECT request_hash, answer FROM idempotent_answer
    WHERE token_hash = ${tokenHash} AND operation = ${operation} AND key = ${key}`.execute(db);
  return found.rows[0] ?? null;
}

/** @returns false where `holder` was believed dead and the key has passed to another. */
export async function writeAnswer(
  db: Querier,
  { tokenHash, operation, key }: AnswerKey,
  holder: string,
  answer: unknown,
): Promise<boolean> {
  const written = await sql`
    UPDATE idempotent_answer SET answer = ${JSON.stringify(answer)}::jsonb
    WHERE token_hash = ${tokenHash} AND operation = ${operation} AND key = ${key}
      AND holder = ${holder} AND answer IS NULL
    RETURNING 1`.execute(db);
  return written.rows.length === 1;
}

/** Gives a key back unanswered, so that the same request may be tried again at once. */
export async function releaseKey(
  db: Querier,
  { tokenHash, operation, key }: AnswerKey,
  holder: string,
): Promise<void> {
  await sql`
    DELETE FROM idempotent_answer
    WHERE token_hash = ${tokenHash} AND operation = ${operation} AND key = ${key}
      AND holder = ${holder} AND answer IS NULL`.execute(db);
}

export async function forgetAnswers(db: Querier, before: Date): Promise<void> {
  await sql`DELETE FROM idempotent_answer WHERE created_at <= ${before}`.execute(db);
}
