import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { createLimitedLog, type Log } from "#platform/logging/log.ts";
import {
  claimJobs,
  deleteJobs,
  insertJobs,
  lockClaim,
  type NewJob,
  type OutboxJob,
  renewLeases,
  rescheduleJob,
} from "./outbox-store.ts";
import type { DeferredRows, UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export type { OutboxJob };

export interface OutboxContext {
  /** Aborts when the worker stops, when another worker has claimed the job, or when the lease expires unrenewed. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /**
   * Must be the first statement of every transaction that stores the outcome of a job: a worker that was paused for
   * longer than its lease must not overwrite the outcome of the next worker. Locks the job until the transaction ends.
   * @throws LeaseLostError if another worker has claimed the job
   */
  confirmLease(uow: UnitOfWork): Promise<void>;
}

/** Thrown if another worker has claimed the job; that worker stores the job's outcome. */
export class LeaseLostError extends Error {}

/** Must be idempotent: a job whose effect happened just before a crash is processed again. */
export type OutboxHandler = (job: OutboxJob, context: OutboxContext) => Promise<void>;

export interface OutboxWorkerOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** Only jobs of these kinds are claimed; other servers may process other kinds. */
  handlers: Record<string, OutboxHandler>;
  /** The worker renews the lease at every third of this time, so a job may take any time. */
  leaseMs?: number;
  pollMs?: number;
  concurrency?: number;
}

/** Defers writing a job. Workers process the job after the commit, at least once, and not before `dueAt`. */
export const enqueue = (uow: UnitOfWork, job: NewJob): void => uow.defer(newJobs, [job]);

/** Returns true if this transaction has enqueued a job of this kind for this subject and has not yet written it. */
export const isEnqueued = (uow: UnitOfWork, kind: string, subject: string): boolean =>
  uow.deferred(newJobs).some((job) => job.kind === kind && job.subject === subject);

const newJobs: DeferredRows<NewJob> = { stage: "jobs", statement: insertJobs };

const firstRetryMs = 250;
const maxRetryMs = 60_000;

/** Delay after the n-th failure: 0.25 s, 0.5 s, 1 s … up to a minute. */
export const retryDelayMs = (attempts: number): number =>
  Math.min(firstRetryMs * 2 ** Math.min(attempts - 1, 20), maxRetryMs);

export function createOutboxWorker({
  database,
  clock,
  log,
  handlers,
  leaseMs = 30_000,
  pollMs = 250,
  concurrency = 64,
}: OutboxWorkerOptions) {
  const kinds = Object.keys(handlers);
  // While the database is unavailable, every poll fails.
  const failures = createLimitedLog(log, clock, 1);
  const stopping = new AbortController();
  const finishing = new AbortController();
  const runningJobs = new Set<Promise<void>>();
  const held = new Map<OutboxJob, { readonly lost: AbortController; leasedUntil: Date }>();
  const finished: OutboxJob[] = [];
  let deleting: Promise<void> | null = null;
  let working: Promise<void> | null = null;
  let renewing: Promise<void> | null = null;
  let isWoken = false;
  let interruptSleep = () => {};

  const wake = () => {
    isWoken = true;
    interruptSleep();
  };

  async function run(job: OutboxJob): Promise<void> {
    failPoint(`outbox.claimed.${job.kind}`);
    const lost = new AbortController();
    held.set(job, { lost, leasedUntil: new Date(clock.now().getTime() + leaseMs) });
    try {
      await handlers[job.kind]?.(job, {
        signal: AbortSignal.any([stopping.signal, lost.signal]),
        log,
        confirmLease: async (uow) => {
          if (!(await lockClaim(uow, job)))
            throw new LeaseLostError(`job ${job.outboxId} was claimed by another worker`);
        },
      });
    } catch (error) {
      const about = { err: error, kind: job.kind, subject: job.subject, attempts: job.attempts };
      if (error instanceof LeaseLostError || lost.signal.aborted) {
        log.warn(about, "outbox: the lease was lost; another worker may process the job");
        return;
      }
      const retryAt = new Date(clock.now().getTime() + retryDelayMs(job.attempts));
      log.warn(about, "outbox: a job failed; retrying");
      const message = error instanceof Error ? error.message : String(error);
      await rescheduleJob(database, job, retryAt, message).catch((cause: unknown) =>
        log.warn({ err: cause }, "outbox: the job was not rescheduled; its lease will expire"),
      );
      return;
    } finally {
      held.delete(job);
    }
    failPoint(`outbox.effected.${job.kind}`);
    finished.push(job);
    deleting ??= deleteFinished();
    await deleting;
    failPoint(`outbox.deleted.${job.kind}`);
  }

  /** Deletes all finished jobs with one statement at a time: under load, one statement deletes dozens. */
  async function deleteFinished(): Promise<void> {
    // Jobs that finish in the same turn are deleted together.
    await Promise.resolve();
    while (finished.length > 0) {
      await deleteJobs(database, finished.splice(0)).catch((error: unknown) =>
        log.warn({ err: error }, "outbox: a processed job could not be deleted and will be processed again"),
      );
    }
    deleting = null;
  }

  async function claim(limit: number): Promise<OutboxJob[]> {
    if (limit === 0) return [];
    try {
      return await claimJobs(database, { kinds, now: clock.now(), leaseMs, limit });
    } catch (error) {
      failures.warn({ err: error }, "outbox: jobs could not be claimed; retrying");
      return [];
    }
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWoken = false;
      const freeSlots = concurrency - runningJobs.size;
      const jobs = await claim(freeSlots);
      for (const job of jobs) {
        const running: Promise<void> = run(job).finally(() => {
          runningJobs.delete(running);
          // The last claim may have left due jobs because all slots were in use.
          if (runningJobs.size === concurrency - 1) wake();
        });
        runningJobs.add(running);
      }
      // If all free slots were used, more jobs may be due, and slots may have become free.
      if (jobs.length === freeSlots && runningJobs.size < concurrency) continue;
      if (!isWoken) await sleep();
    }
  }

  /** Renews the leases of jobs in progress, including while the worker is stopping. */
  async function renewWhileHeld(): Promise<void> {
    while (!finishing.signal.aborted) {
      await clock.sleep(leaseMs / 3, finishing.signal);
      const jobs = [...held.keys()];
      if (jobs.length === 0) continue;
      const leasedUntil = new Date(clock.now().getTime() + leaseMs);
      const renewed = await renewLeases(database, jobs, leasedUntil).catch((error: unknown) => {
        log.warn({ err: error }, "outbox: leases were not renewed; retrying");
        return null;
      });
      for (const job of jobs) {
        const lease = held.get(job);
        if (lease === undefined) continue;
        if (renewed?.has(job.outboxId)) lease.leasedUntil = leasedUntil;
        else if (renewed !== null || lease.leasedUntil <= clock.now()) lease.lost.abort();
      }
    }
  }

  async function sleep(): Promise<void> {
    const sleeping = new AbortController();
    interruptSleep = () => sleeping.abort();
    if (stopping.signal.aborted) return;
    await clock.sleep(pollMs, sleeping.signal);
  }

  return {
    start() {
      working ??= work();
      renewing ??= renewWhileHeld();
    },
    /** Polls immediately, so that jobs that were just committed need not wait for the next poll. */
    wake,
    /** Aborts the jobs that are being processed and waits for their handlers. */
    async stop() {
      stopping.abort();
      interruptSleep();
      await working;
      await Promise.all(runningJobs);
      finishing.abort();
      await renewing;
    },
  };
}

export type OutboxWorker = ReturnType<typeof createOutboxWorker>;
