import type { InstantRange } from "#platform/time/calendar.ts";
import { newestOfChair } from "#features/devices/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { maxStarts, type QuietChair } from "./income-rules.ts";

export type ChairInService = Omit<QuietChair, "isOpen" | "receivedMinor"> & { readonly currency: string };

const newestStarts = newestOfChair(
  sql`d.device_id`,
  sql`o.status IN ('completed', 'running')`,
  maxStarts + 1,
);

/**
 * Selects the chairs in service whose usual income was computed from their own history. `since` is the latest of a
 * chair's installation, its last move, and the last start that is followed by `maxStarts` starts. Chairs that are
 * offline are included, because each short interruption would otherwise resolve their alert and open another.
 */
export async function selectChairsInService(db: Querier): Promise<ChairInService[]> {
  const found = await sql<Omit<ChairInService, "usual"> & { amountsMinor: number[]; starts: number[] }>`
    SELECT d.device_id AS "deviceId", d.outlet_id AS "outletId", outlet.time_zone AS zone, outlet.currency,
      greatest(coalesce(d.moved_at, d.installed_at), (SELECT newest.ordered_at FROM (${newestStarts}) AS newest
        ORDER BY newest.listed_id DESC OFFSET ${maxStarts} LIMIT 1)) AS since,
      u.amounts_minor AS "amountsMinor", u.starts
    FROM device d JOIN outlet USING (outlet_id)
    JOIN device_usual_income u ON u.device_id = d.device_id AND u.outlet_id = d.outlet_id AND u.source = 'chair'
    WHERE d.disabled_at IS NULL`.execute(db);
  return found.rows.map(({ amountsMinor, starts, ...chair }) => ({
    ...chair,
    usual: { amountsMinor, starts },
  }));
}

/**
 * Sums the chair's income in minor units, and counts the completed orders of the outlet's other chairs, over
 * quarter-hours that begin in the range.
 */
export async function selectOutletActivity(
  db: Querier,
  { deviceId, outletId, currency }: Pick<ChairInService, "deviceId" | "outletId" | "currency">,
  { from, to }: InstantRange,
): Promise<{ receivedMinor: number; startsOfOthers: number }> {
  return sql<{ receivedMinor: number; startsOfOthers: number }>`
    SELECT
      (SELECT coalesce(sum(online_minor + cash_minor), 0)::bigint FROM revenue_rollup
        WHERE outlet_id = ${outletId} AND grain = 'quarter' AND device_id = ${deviceId} AND currency = ${currency}
          AND starts_at >= ${from} AND starts_at < ${to}) AS "receivedMinor",
      (SELECT coalesce(sum(orders), 0)::integer FROM order_rollup
        WHERE outlet_id = ${outletId} AND grain = 'quarter' AND device_id <> ${deviceId} AND status = 'completed'
          AND starts_at >= ${from} AND starts_at < ${to}) AS "startsOfOthers"`.firstRow(db);
}
