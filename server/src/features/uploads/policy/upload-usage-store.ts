import { sql } from "#platform/postgres/sql.ts";
import type { Quota } from "#platform/config/config-media.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Returns the UTC date as `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * Adds a file to the usage of a subject (one owner, or everyone) on a UTC day. Returns false, and changes nothing, if
 * the file would exceed the quota.
 */
export async function chargeUsage(
  uow: UnitOfWork,
  charge: { day: string; subject: string; bytes: number },
  quota: Quota,
): Promise<boolean> {
  return sql`
    INSERT INTO upload_usage AS usage (day, subject, files, bytes)
    SELECT ${charge.day}::date, ${charge.subject}, 1, ${charge.bytes}::bigint
    WHERE ${charge.bytes}::bigint <= ${quota.bytes}::bigint AND ${quota.files}::int > 0
    ON CONFLICT (day, subject) DO UPDATE SET files = usage.files + 1, bytes = usage.bytes + excluded.bytes
      WHERE usage.files < ${quota.files}::int AND usage.bytes + excluded.bytes <= ${quota.bytes}::bigint
    RETURNING subject`.hasRows(uow);
}

export async function usageOf(db: Querier, day: string, subject: string): Promise<Quota> {
  const used = await sql<Quota>`
    SELECT files, bytes FROM upload_usage WHERE day = ${day}::date AND subject = ${subject}`.rowOrNull(db);
  return used ?? { files: 0, bytes: 0 };
}

/** Returns the number and the bytes of the files of all feedback on an order. */
export async function usageOfOrder(uow: UnitOfWork, orderId: string): Promise<Quota> {
  return sql<Quota>`
    SELECT count(*)::int AS files, coalesce(sum(upload.bytes), 0)::bigint AS bytes
    FROM feedback JOIN upload USING (feedback_id) WHERE feedback.order_id = ${orderId}`.firstRow(uow);
}

/** Deletes the usage of all UTC days before the day `before` (`YYYY-MM-DD`). */
export async function deleteUsage(db: Querier, before: string): Promise<void> {
  await sql`DELETE FROM upload_usage WHERE day < ${before}::date`.execute(db);
}
