import { randomUUID } from "node:crypto";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface OutboxJob {
  outboxId: number;
  kind: string;
  /** The object of the job, such as an order ID. */
  subject: string;
  payload: unknown;
  /** Number of attempts, including the current one. */
  attempts: number;
  /** Identifies this claim; renewals of the lease do not change it. */
  claim: string;
}

export interface NewJob {
  readonly kind: string;
  readonly subject: string;
  readonly payload: unknown;
  readonly dueAt: Date;
}

export const insertJobs = (jobs: readonly NewJob[]): SqlQuery<unknown> => sql`
    INSERT INTO outbox (kind, subject, payload, created_at, due_at)
    SELECT kind, subject, payload::jsonb, now(), due_at
    FROM unnest(${jobs.map((job) => job.kind)}::text[], ${jobs.map((job) => job.subject)}::text[],
      ${jobs.map((job) => JSON.stringify(job.payload))}::text[],
      ${jobs.map((job) => job.dueAt.toISOString())}::timestamptz[]) AS job (kind, subject, payload, due_at)`;

/** These commits do not wait for the disk: losing a claim or a deletion only repeats an idempotent effect. */
const withoutWaiting = sql`(SELECT set_config('synchronous_commit', 'off', true)) IS NOT NULL`;

/**
 * Claims due jobs for `leaseMs`; other workers may claim them once a lease expires. The jobs of each kind are selected
 * separately, because the index is ordered by due time only within a kind.
 */
export async function claimJobs(
  database: Database,
  { kinds, now, leaseMs, limit }: { kinds: string[]; now: Date; leaseMs: number; limit: number },
): Promise<OutboxJob[]> {
  const leasedUntil = new Date(now.getTime() + leaseMs);
  return sql<OutboxJob>`
    UPDATE outbox SET due_at = ${leasedUntil}, attempts = attempts + 1, claim = ${randomUUID()}
    WHERE ${withoutWaiting} AND outbox_id = ANY (ARRAY(
      SELECT due.outbox_id FROM unnest(${kinds}::text[]) AS own (kind) CROSS JOIN LATERAL (
        SELECT outbox_id, due_at FROM outbox WHERE kind = own.kind AND due_at <= ${now}
        ORDER BY due_at, outbox_id LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) AS due
      ORDER BY due.due_at, due.outbox_id LIMIT ${limit}))
    RETURNING outbox_id AS "outboxId", kind, subject, payload, attempts, claim
  `.rows(database);
}

type Claim = Pick<OutboxJob, "outboxId" | "claim">;

const claims = (jobs: readonly Claim[]) => sql`
  unnest(${jobs.map((job) => job.outboxId)}::bigint[], ${jobs.map((job) => job.claim)}::uuid[])
    AS held (outbox_id, claim)`;

/** @returns the IDs of jobs that this worker still holds; the others were claimed by another worker */
export async function renewLeases(
  database: Database,
  jobs: readonly Claim[],
  leasedUntil: Date,
): Promise<Set<number>> {
  const rows = await sql<{ outboxId: number }>`
    UPDATE outbox SET due_at = ${leasedUntil} FROM ${claims(jobs)}
    WHERE ${withoutWaiting} AND outbox.outbox_id = held.outbox_id AND outbox.claim = held.claim
    RETURNING outbox.outbox_id AS "outboxId"`.rows(database);
  return new Set(rows.map((row) => row.outboxId));
}

/** Returns whether this worker still holds the job. If so, no other worker can claim it before the transaction ends. */
export async function lockClaim(uow: UnitOfWork, { outboxId, claim }: Claim): Promise<boolean> {
  return sql`SELECT FROM outbox WHERE outbox_id = ${outboxId} AND claim = ${claim} FOR UPDATE`.hasRows(uow);
}

export async function deleteJobs(database: Database, jobs: readonly Claim[]): Promise<void> {
  await sql`
    DELETE FROM outbox USING ${claims(jobs)}
    WHERE ${withoutWaiting} AND outbox.outbox_id = held.outbox_id AND outbox.claim = held.claim`.execute(
    database,
  );
}

/**
 * Deletes jobs of a kind that became due, or whose lease ended, before `dueBefore`. The caller must treat them as
 * failed.
 */
export async function deleteUnclaimedJobs(
  uow: UnitOfWork,
  { kind, dueBefore }: { kind: string; dueBefore: Date },
): Promise<{ subject: string; createdAt: Date }[]> {
  return sql<{ subject: string; createdAt: Date }>`
    DELETE FROM outbox WHERE outbox_id = ANY (ARRAY(
      SELECT outbox_id FROM outbox WHERE kind = ${kind} AND due_at < ${dueBefore} FOR UPDATE SKIP LOCKED))
    RETURNING subject, created_at AS "createdAt"`.rows(uow);
}

/** Releases a job, if this worker still holds it; workers can claim the job again from `dueAt`. */
export async function rescheduleJob(
  database: Database,
  job: Claim,
  dueAt: Date,
  lastError: string,
): Promise<void> {
  await sql`
    UPDATE outbox
    SET due_at = ${dueAt}, last_error = ${lastError.slice(0, 1000)}, claim = NULL
    WHERE outbox_id = ${job.outboxId} AND claim = ${job.claim}`.execute(database);
}

/** Returns when the oldest due job of a kind became due; null if no job is due. */
export async function findOldestDue(database: Database, kind: string, now: Date): Promise<Date | null> {
  const { dueAt } = await sql<{ dueAt: Date | null }>`
    SELECT min(due_at) AS "dueAt" FROM outbox WHERE kind = ${kind} AND due_at <= ${now}`.firstRow(database);
  return dueAt;
}

export async function countJobs(database: Database): Promise<number> {
  const { jobs } = await sql<{ jobs: number }>`SELECT count(*) AS jobs FROM outbox`.firstRow(database);
  return jobs;
}
