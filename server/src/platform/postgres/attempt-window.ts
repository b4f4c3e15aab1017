import { ProductError } from "#platform/http/product-error.ts";
import { sql } from "./sql.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database, Querier } from "./database.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Distinguishes subjects that are counted per day, whose counts are kept longer. */
const dayPrefix = "day ";

export interface Attempt {
  readonly subject: string;
  readonly windowStart: Date;
  readonly allowed: boolean;
  /** Seconds until the next calendar minute or UTC day, in which attempts are counted from 0 again. */
  readonly retryAfterSeconds: number;
}

/**
 * Counts one attempt of `subject` in the current calendar minute, in the database so that the limit applies
 * to all servers together. The attempt is counted before its outcome is known, since counting failures
 * afterwards would let parallel attempts exceed the limit. Must be called outside of the attempt's own
 * transaction, whose rollback would revert the count.
 */
export const countAttempt = (
  db: Querier,
  clock: Clock,
  subject: string,
  limitPerMinute: number,
): Promise<Attempt> => countInWindow(db, clock, { subject, limit: limitPerMinute, windowMs: minuteMs });

/** @throws ProductError tooManyTries beyond `limit` attempts of the subject in this minute */
export async function limitAttempts(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  subject: string,
  limit: number,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await countAttempt(database, clock, subject, limit);
  if (!allowed) throw new ProductError("tooManyTries", { data: { retryAfterSeconds } });
}

/**
 * Counts one effect of `subject` in the current UTC day. Must be called in the transaction of the effect, so that only
 * committed effects count.
 */
export const countInDay = (
  uow: UnitOfWork,
  clock: Clock,
  subject: string,
  limitPerDay: number,
): Promise<Attempt> =>
  countInWindow(uow, clock, { subject: dayPrefix + subject, limit: limitPerDay, windowMs: dayMs });

async function countInWindow(
  db: Querier,
  clock: Clock,
  { subject, limit, windowMs }: { subject: string; limit: number; windowMs: number },
): Promise<Attempt> {
  const nowMs = clock.now().getTime();
  const windowStart = new Date(nowMs - (nowMs % windowMs));
  const { tries } = await sql<{ tries: number }>`
    INSERT INTO try_window AS w (subject, window_start, tries) VALUES (${subject}, ${windowStart}, 1)
    ON CONFLICT (subject, window_start) DO UPDATE SET tries = w.tries + 1
    RETURNING tries`.firstRow(db);
  const retryAfterSeconds = Math.max(1, Math.ceil((windowStart.getTime() + windowMs - nowMs) / 1000));
  return { subject, windowStart, allowed: tries <= limit, retryAfterSeconds };
}

/** Reverts the count of an attempt that turned out not to be a guess of a secret. */
export async function releaseAttempt(db: Querier, { subject, windowStart }: Attempt): Promise<void> {
  await sql`
    UPDATE try_window SET tries = tries - 1
    WHERE subject = ${subject} AND window_start = ${windowStart} AND tries > 0`.execute(db);
}

/** Deletes counts per minute after 10 minutes, and counts per day after a day. */
export async function purgeAttempts(db: Querier, clock: Clock): Promise<void> {
  const nowMs = clock.now().getTime();
  const before = new Date(nowMs - 10 * minuteMs);
  const dayBefore = new Date(nowMs - dayMs);
  await sql`
    DELETE FROM try_window
    WHERE window_start < ${before}
      AND (window_start < ${dayBefore} OR NOT starts_with(subject, ${dayPrefix}))`.execute(db);
}
