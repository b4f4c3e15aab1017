import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";

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

export interface KeyTaking extends AnswerKey {
  readonly requestHash: Buffer;
  readonly holder: string;
}

/**
 * Takes each key for its holder: a fresh one, one from more than a day ago, or one whose holder has gone silent
 * without an answer.
 * @returns the holders who have theirs; for the others it is answered, held by a living holder, or was used for
 *   another request.
 */
export async function takeKeys(
  db: Querier,
  takings: readonly KeyTaking[],
  times: { now: Date; heldUntil: Date; forgottenBefore: Date },
): Promise<Set<string>> {
  const column = <K extends keyof KeyTaking>(name: K) => takings.map((taking) => taking[name]);
  const taken = await sql<{ holder: string }>`
    INSERT INTO idempotent_answer AS i
      (token_hash, operation, key, request_hash, answer, created_at, holder, held_until)
    SELECT token_hash, operation, key, request_hash, NULL, ${times.now}::timestamptz, holder,
      ${times.heldUntil}::timestamptz
    FROM unnest(${column("tokenHash")}::bytea[], ${column("operation")}::text[], ${column("key")}::text[],
      ${column("requestHash")}::bytea[], ${column("holder")}::uuid[]) AS t (token_hash, operation, key, request_hash, holder)
    WHERE ${withoutWaiting}
    ORDER BY token_hash, operation, key
    ON CONFLICT (token_hash, operation, key) DO UPDATE
      SET request_hash = excluded.request_hash, answer = NULL, created_at = excluded.created_at,
        holder = excluded.holder, held_until = excluded.held_until
      WHERE i.created_at <= ${times.forgottenBefore}
        OR (i.answer IS NULL AND i.held_until <= ${times.now} AND i.request_hash = excluded.request_hash)
    RETURNING holder`.execute(db);
  return new Set(taken.rows.map((row) => row.holder));
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

export interface HeldAnswer extends AnswerKey {
  readonly holder: string;
  readonly answer: unknown;
}

/** A row comes back for each that was written: one whose holder was believed dead is not, its key has passed on. */
export function writtenAnswers(answers: readonly HeldAnswer[]): SqlQuery<unknown> {
  const column = <K extends keyof HeldAnswer>(name: K) => answers.map((answer) => answer[name]);
  return sql`
    UPDATE idempotent_answer i SET answer = given.answer::jsonb
    FROM unnest(${column("tokenHash")}::bytea[], ${column("operation")}::text[], ${column("key")}::text[],
      ${column("holder")}::uuid[], ${answers.map(({ answer }) => JSON.stringify(answer))}::text[])
      AS given (token_hash, operation, key, holder, answer)
    WHERE i.token_hash = given.token_hash AND i.operation = given.operation AND i.key = given.key
      AND i.holder = given.holder
    RETURNING 1`;
}

export async function writeAnswers(db: Querier, answers: readonly HeldAnswer[]): Promise<void> {
  await writtenAnswers(answers).execute(db);
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
