import { sql } from "./sql.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Querier } from "./database.ts";

const windowMs = 60_000;

export interface Try {
  readonly subject: string;
  readonly windowStart: Date;
  readonly allowed: boolean;
  /** Until a refused one may try again. */
  readonly retryAfterSeconds: number;
}

/**
 * Counts one try of `subject` in this minute, in the database so that all servers count together. The try is counted
 * before anyone knows how it ends: counting failures afterwards would let parallel guesses through. Call it outside
 * the transaction of what is tried, whose rollback would take the count with it.
 */
export async function countTry(
  db: Querier,
  clock: Clock,
  subject: string,
  limitAMinute: number,
): Promise<Try> {
  const nowMs = clock.now().getTime();
  const windowStart = new Date(nowMs - (nowMs % windowMs));
  const counted = await sql<{ tries: number }>`
    INSERT INTO try_window AS w (subject, window_start, tries) VALUES (${subject}, ${windowStart}, 1)
    ON CONFLICT (subject, window_start) DO UPDATE SET tries = w.tries + 1
    RETURNING tries`.execute(db);
  const tries = counted.rows[0]?.tries ?? 1;
  const retryAfterSeconds = Math.max(1, Math.ceil((windowStart.getTime() + windowMs - nowMs) / 1000));
  return { subject, windowStart, allowed: tries <= limitAMinute, retryAfterSeconds };
}

/** Takes back a counted try that was no guess, in the minute in which it was counted. */
export async function releaseTry(db: Querier, { subject, windowStart }: Try): Promise<void> {
  await sql`
    UPDATE try_window SET tries = tries - 1
    WHERE subject = ${subject} AND window_start = ${windowStart} AND tries > 0`.execute(db);
}

export async function forgetTries(db: Querier, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - 10 * windowMs);
  await sql`DELETE FROM try_window WHERE window_start < ${before}`.execute(db);
}
