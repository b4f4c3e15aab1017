import type { EndReason } from "@reposo/contract/orders/order-values.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { CoinRun } from "./coin-run-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface CoinRunKey {
  readonly deviceId: string;
  readonly runId: string;
}

/**
 * The change of a run's stored state by one or more events. The bought and booked seconds are added to the stored ones.
 */
export interface CoinRunReport extends CoinRun, CoinRunKey {
  /** The duration that the chair reported with the end of the run; null if it reported none. */
  readonly ranSeconds: number | null;
}

/** A report that does not change an existing run. */
export const emptyReport = {
  boughtSeconds: 0,
  bookedSeconds: 0,
  startedAt: null,
  endedAt: null,
  endReason: null,
  ranSeconds: null,
} as const;

export interface CoinRunRecord extends CoinRun, CoinRunKey {
  /** Null if the run has no order yet. */
  readonly orderId: string | null;
}

/**
 * Adds one report to each run, creates runs that do not exist, and locks the runs' rows in a fixed order until the
 * transaction ends.
 * @returns the updated runs
 */
export async function addToCoinRuns(
  uow: UnitOfWork,
  reports: readonly CoinRunReport[],
): Promise<CoinRunRecord[]> {
  return sql<CoinRunRecord>`
    INSERT INTO coin_run AS run (device_id, run_id, bought_seconds, booked_seconds, started_at, ended_at, end_reason,
      ran_seconds)
    SELECT "deviceId", "runId", "boughtSeconds", "bookedSeconds", "startedAt", "endedAt", "endReason", "ranSeconds"
    FROM jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) AS r ("deviceId" text, "runId" text,
      "boughtSeconds" integer, "bookedSeconds" integer, "startedAt" timestamptz, "endedAt" timestamptz,
      "endReason" text, "ranSeconds" integer)
    ORDER BY "deviceId", "runId"
    ON CONFLICT (device_id, run_id) DO UPDATE SET
      bought_seconds = run.bought_seconds + excluded.bought_seconds,
      booked_seconds = run.booked_seconds + excluded.booked_seconds,
      -- The earliest reported time counts, so that the order of arrival has no effect.
      started_at = least(run.started_at, excluded.started_at),
      (ended_at, end_reason, ran_seconds) = (
        SELECT e.ended_at, e.end_reason, e.ran_seconds
        FROM (VALUES (run.ended_at, run.end_reason, run.ran_seconds),
          (excluded.ended_at, excluded.end_reason, excluded.ran_seconds)) AS e (ended_at, end_reason, ran_seconds)
        ORDER BY e.ended_at, e.end_reason, e.ran_seconds LIMIT 1)
    RETURNING device_id AS "deviceId", run_id AS "runId", order_id AS "orderId", bought_seconds AS "boughtSeconds",
      booked_seconds AS "bookedSeconds", started_at AS "startedAt", ended_at AS "endedAt",
      end_reason AS "endReason"`.rows(uow);
}

export async function setOrdersOfRuns(
  uow: UnitOfWork,
  runs: readonly (CoinRunKey & { readonly orderId: string })[],
): Promise<void> {
  await sql`
    UPDATE coin_run run SET order_id = r."orderId"
    FROM jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) AS r ("deviceId" text, "runId" text, "orderId" uuid)
    WHERE run.device_id = r."deviceId" AND run.run_id = r."runId"`.execute(uow);
}

export interface CoinOrderChange {
  readonly orderId: string;
  /** The time of the run's earliest coin. */
  readonly orderedAt: Date;
  readonly gear: number;
  /** The sum of the newly booked coins in minor units, which is added to the amount of the order. */
  readonly addedMinor: number;
  readonly minutes: number;
  readonly startedAt: Date | null;
  readonly endsAt: Date | null;
  /** Null if the order is no longer running. */
  readonly deadlineAt: Date | null;
  /** Null keeps the stored end. */
  readonly end: { readonly endedAt: Date; readonly endReason: EndReason } | null;
}

/** Updates coin orders with the data of later events, without changing their status. The caller holds their locks. */
export async function changeCoinOrders(uow: UnitOfWork, changes: readonly CoinOrderChange[]): Promise<void> {
  const rows = changes.map(({ end, ...change }) => ({ ...change, ...end }));
  await sql`
    UPDATE orders o SET ordered_at = c."orderedAt", gear = c.gear,
      amount_minor = o.amount_minor + c."addedMinor", minutes = c.minutes,
      started_at = c."startedAt", ends_at = c."endsAt", deadline_at = c."deadlineAt",
      ended_at = coalesce(c."endedAt", o.ended_at), end_reason = coalesce(c."endReason", o.end_reason)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c ("orderId" uuid, "orderedAt" timestamptz, gear integer,
      "addedMinor" bigint, minutes integer,
      "startedAt" timestamptz, "endsAt" timestamptz, "deadlineAt" timestamptz, "endedAt" timestamptz,
      "endReason" text)
    WHERE o.order_id = c."orderId"`.execute(uow);
}
