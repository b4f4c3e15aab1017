import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { type HistoryHour, historyWeeks, type UsualIncome } from "./usual-income-rules.ts";
import { isComputableZone } from "#platform/time/calendar.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface OutletToCompute {
  readonly outletId: string;
  readonly zone: string;
  readonly currency: string;
}

/**
 * Selects the outlets with a chair whose usual income is missing, was computed at another outlet, or before
 * `before`.
 */
export async function selectOutletsToCompute(db: Querier, before: Date): Promise<OutletToCompute[]> {
  return sql<OutletToCompute>`
    SELECT outlet_id AS "outletId", time_zone AS zone, currency FROM outlet
    WHERE EXISTS (SELECT FROM device d LEFT JOIN device_usual_income u USING (device_id, outlet_id)
      WHERE d.outlet_id = outlet.outlet_id AND (u.device_id IS NULL OR u.computed_at < ${before}))
    ORDER BY outlet_id`.rows(db);
}

export interface ChairHistory {
  readonly deviceId: string;
  /** Number of complete periods of seven days at this outlet, at most `historyWeeks`. */
  readonly weeks: number;
  readonly hours: readonly HistoryHour[];
}

/**
 * Selects income and starts of each chair of an outlet by week and hour of the week, for `historyWeeks` weeks before
 * the current hour.
 */
export async function selectHistories(
  db: Querier,
  { outletId, zone, currency }: OutletToCompute,
  now: Date,
): Promise<ChairHistory[]> {
  return sql<ChairHistory>`
    WITH span AS (
      SELECT date_trunc('hour', ${now}::timestamptz) AS ends_at,
        date_trunc('hour', ${now}::timestamptz) - interval '7 days' * ${historyWeeks}::integer AS begins_at
    ), quarters AS (
      SELECT device_id, starts_at, online_minor + cash_minor AS amount, 0 AS starts FROM revenue_rollup, span
      WHERE outlet_id = ${outletId} AND grain = 'quarter' AND currency = ${currency}
        AND starts_at >= span.begins_at AND starts_at < span.ends_at
      UNION ALL
      SELECT device_id, starts_at, 0, orders FROM order_rollup, span
      WHERE outlet_id = ${outletId} AND grain = 'quarter' AND status = 'completed'
        AND starts_at >= span.begins_at AND starts_at < span.ends_at
    ), hours AS (
      SELECT device_id,
        floor(extract(epoch FROM span.ends_at - starts_at - interval '1 second') / 604800)::integer AS week,
        ((extract(isodow FROM starts_at AT TIME ZONE ${zone}) - 1) * 24
          + extract(hour FROM starts_at AT TIME ZONE ${zone}))::integer AS hour,
        sum(amount)::float8 AS amount, sum(starts)::float8 AS starts
      FROM quarters, span GROUP BY 1, 2, 3
    )
    SELECT d.device_id AS "deviceId",
      least(${historyWeeks}::integer, floor(extract(epoch FROM
        ${now}::timestamptz - coalesce(d.moved_at, d.installed_at)) / 604800)::integer) AS weeks,
      coalesce((SELECT jsonb_agg(jsonb_build_object('week', h.week, 'hour', h.hour, 'amountMinor', h.amount,
        'starts', h.starts)) FROM hours h WHERE h.device_id = d.device_id), '[]') AS hours
    FROM device d WHERE d.outlet_id = ${outletId} ORDER BY d.device_id`.rows(db);
}

export interface ComputedUsualIncome {
  readonly deviceId: string;
  /** `chair`: the chair's own history; `outlet`: the average of the outlet's chairs; `none`: all values are 0. */
  readonly source: "chair" | "outlet" | "none";
  readonly usual: UsualIncome;
}

/**
 * Saves the usual income of chairs. A value with a later `computed_at`, e.g. of another server, is not overwritten.
 */
export async function saveUsualIncome(
  uow: UnitOfWork,
  outletId: string,
  computedAt: Date,
  chairs: readonly ComputedUsualIncome[],
): Promise<void> {
  const rows = chairs.map(({ deviceId, source, usual }) => ({ deviceId, source, ...usual }));
  await sql`
    INSERT INTO device_usual_income (device_id, outlet_id, computed_at, source, amounts_minor, starts)
    SELECT "deviceId", ${outletId}, ${computedAt}, source, "amountsMinor", starts
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t ("deviceId" text, source text,
      "amountsMinor" float8[], starts float8[])
    ON CONFLICT (device_id) DO UPDATE SET outlet_id = excluded.outlet_id, computed_at = excluded.computed_at,
      source = excluded.source, amounts_minor = excluded.amounts_minor, starts = excluded.starts
    WHERE device_usual_income.computed_at < excluded.computed_at`.execute(uow);
}

/**
 * Selects the usual income of the chairs of alerts, with the time zone of its hours.
 * @returns the usual income by chair ID, without chairs whose usual income has not been computed yet or whose outlet has
 *   a time zone in which hours cannot be computed
 */
export async function selectUsualIncome(
  db: Querier,
  alerts: readonly { readonly deviceIds: readonly string[] }[],
): Promise<Map<string, UsualIncome & { readonly zone: string }>> {
  const deviceIds = alerts.flatMap((alert) => alert.deviceIds);
  if (deviceIds.length === 0) return new Map();
  const found = await sql<UsualIncome & { deviceId: string; zone: string }>`
    SELECT device_id AS "deviceId", amounts_minor AS "amountsMinor", starts, outlet.time_zone AS zone
    FROM device_usual_income JOIN outlet USING (outlet_id)
    WHERE device_id = ANY(${deviceIds}::text[])`.execute(db);
  return new Map(
    found.rows
      .filter(({ zone }) => isComputableZone(zone))
      .map(({ deviceId, ...usual }) => [deviceId, usual]),
  );
}

export async function selectUsualOfOutlet(
  db: Querier,
  outletId: string,
): Promise<(UsualIncome & { deviceId: string })[]> {
  return sql<UsualIncome & { deviceId: string }>`
    SELECT device_id AS "deviceId", amounts_minor AS "amountsMinor", starts FROM device_usual_income
    WHERE outlet_id = ${outletId}`.rows(db);
}
