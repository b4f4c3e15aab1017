import { type RawBuilder, sql } from "kysely";
import type { Database, Transaction } from "./database.ts";

export interface OutboxJob {
  outboxId: number;
  kind: string;
  subject: string;
  payload: unknown;
  /** This one included. */
  attempts: number;
  /** Until then the job is ours. */
  leasedUntil: Date;
}

export interface NewJob {
  readonly kind: string;
  readonly subject: string;
  readonly payload: unknown;
  readonly dueAt: Date;
}

export const insertJobs = (jobs: readonly NewJob[]): RawBuilder<unknown> => sql`
    INSERT INTO outbox (kind, subject, payload, created_at, due_at)
    SELECT kind, subject, payload::jsonb, now(), due_at
    FROM unnest(${jobs.map((job) => job.kind)}::text[], ${jobs.map((job) => job.subject)}::text[],
      ${jobs.map((job) => JSON.stringify(job.payload))}::text[],
      ${jobs.map((job) => job.dueAt.toISOString())}::timestamptz[]) AS job (kind, subject, payload, due_at)`;

/**
 * A claim or a deletion lost in a crash of the database only repeats an effect, which is allowed: these commits
 * need not wait for the disk. For this transaction only, and only where the statement has something to do.
 */
const withoutWaiting = sql`(SELECT set_config('synchronous_commit', 'off', true)) IS NOT NULL`;

export async function claimJobs(
  database: Database,
  { kinds, now, leaseMs, limit }: { kinds: string[]; now: Date; leaseMs: number; limit: number },
): Promise<OutboxJob[]> {
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const { rows } = await sql<Omit<OutboxJob, "leasedUntil">>`
    UPDATE outbox SET due_at = ${leasedUntil}, attempts = attempts + 1
    WHERE ${withoutWaiting} AND outbox_id = ANY (ARRAY(
      SELECT outbox_id FROM outbox WHERE due_at <= ${now} AND kind = ANY (${kinds})
      ORDER BY due_at, outbox_id LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING outbox_id AS "outboxId", kind, subject, payload, attempts
  `.execute(database);
  return rows.map((row) => ({ ...row, leasedUntil }));
}

export async function deleteJobs(database: Database, outboxIds: number[]): Promise<void> {
  await sql`DELETE FROM outbox WHERE ${withoutWaiting} AND outbox_id = ANY (${outboxIds})`.execute(database);
}

/** Jobs of this kind that nobody has taken though they were due before; whoever gets them answers for them. */
export async function takeAwayUntaken(
  tx: Transaction,
  { kind, dueBefore }: { kind: string; dueBefore: Date },
): Promise<{ subject: string; createdAt: Date }[]> {
  const { rows } = await sql<{ subject: string; createdAt: Date }>`
    DELETE FROM outbox WHERE outbox_id = ANY (ARRAY(
      SELECT outbox_id FROM outbox WHERE kind = ${kind} AND due_at < ${dueBefore} FOR UPDATE SKIP LOCKED))
    RETURNING subject, created_at AS "createdAt"`.execute(tx);
  return rows;
}

/** Only while the lease is still ours: whoever took the job since then decides about it. */
export async function rescheduleJob(
  database: Database,
  job: OutboxJob,
  dueAt: Date,
  lastError: string,
): Promise<void> {
  await database
    .updateTable("outbox")
    .set({ due_at: dueAt, last_error: lastError.slice(0, 1000) })
    .where("outbox_id", "=", job.outboxId)
    .where("due_at", "=", job.leasedUntil)
    .execute();
}

export async function countJobs(database: Database): Promise<number> {
  const counted = await sql<{ jobs: number }>`SELECT count(*) AS jobs FROM outbox`.execute(database);
  return counted.rows[0]?.jobs ?? 0;
}
