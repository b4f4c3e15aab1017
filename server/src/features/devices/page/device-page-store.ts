import type { InstantRange } from "#platform/time/calendar.ts";
import { maxQuarantinedCoins, type quarantineReasons } from "@reposo/contract/devices/device-page.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { sql } from "#platform/postgres/sql.ts";
import { newestOfChair } from "#features/devices/newest-orders-store.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { Run, StateTimes } from "./device-page-rules.ts";
import { firstIdAt } from "#platform/keys/ids-by-time.ts";

/**
 * Upper bound of the duration of a run. An order whose run overlaps a range was placed at most this long before the
 * range. The ID of a coin order may contain the time of a later coin of its run, which is at most this long after the
 * order.
 */
const maxRunMs = 24 * 3_600_000;

/**
 * Returns the runs of a chair at an outlet that overlap a range. The minutes of extensions are part of the run that
 * they extend.
 */
export async function selectRuns(
  db: Querier,
  { deviceId, outletId }: { readonly deviceId: string; readonly outletId: string },
  { from, to }: InstantRange,
  now: Date,
): Promise<Run[]> {
  return sql<Run>`
    SELECT started_at AS "from", coalesce(ended_at, least(ends_at, ${now})) AS "to" FROM orders
    WHERE device_id = ${deviceId} AND outlet_id = ${outletId} AND parent_order_id IS NULL
      AND order_id >= ${firstIdAt(new Date(from.getTime() - maxRunMs))}::uuid
      AND order_id < ${firstIdAt(new Date(to.getTime() + maxRunMs))}::uuid
      AND started_at < ${to} AND coalesce(ended_at, least(ends_at, ${now})) > ${from}`.rows(db);
}

export async function selectStateTimes(db: Querier, deviceId: string): Promise<StateTimes> {
  return sql<StateTimes>`
    SELECT fault.occurred_at AS "faultAt", run.ended_at AS "lastRunEndedAt",
      CASE WHEN run.ended_at IS NULL THEN run.started_at END AS "runStartedAt"
    FROM (SELECT) AS always
    LEFT JOIN LATERAL (
      -- The condition on both types allows the use of the partial index chair_event_faults.
      SELECT occurred_at FROM chair_event
      WHERE device_id = ${deviceId} AND type IN ('fault', 'cleared') AND type = 'fault'
      ORDER BY occurred_at DESC LIMIT 1
    ) AS fault ON true
    LEFT JOIN LATERAL (
      SELECT started_at, ended_at
      FROM (${newestOfChair(deviceId, sql`o.started_at IS NOT NULL AND o.parent_order_id IS NULL`, 1)}) AS newest
      JOIN orders USING (order_id)
    ) AS run ON true`.firstRow(db);
}

export interface QuarantinedRow {
  readonly epoch: string;
  readonly seq: number;
  readonly reason: (typeof quarantineReasons)[number];
  /** Minor units; 0 if the chair reported no amount. */
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly occurredAt: Date;
}

/**
 * Returns the number of undecided quarantined coins of a chair at an outlet, and the newest `maxQuarantinedCoins`.
 */
export async function selectQuarantined(
  db: Querier,
  { deviceId, outletId }: { readonly deviceId: string; readonly outletId: string },
): Promise<{ count: number; newest: QuarantinedRow[] }> {
  const found = await sql<QuarantinedRow & { readonly count: number }>`
    SELECT epoch, seq, reason, amount_minor AS "amountMinor", currency, occurred_at AS "occurredAt",
      count(*) OVER () AS count
    FROM quarantined_coin WHERE device_id = ${deviceId} AND outlet_id = ${outletId} AND state = 'waiting'
    ORDER BY occurred_at DESC, epoch, seq DESC LIMIT ${maxQuarantinedCoins}`.execute(db);
  return { count: found.rows[0]?.count ?? 0, newest: found.rows };
}
