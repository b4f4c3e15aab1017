import type { InstantRange } from "@reposo/contract/calendar.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import { sql } from "kysely";
import type { Querier, Transaction } from "#platform/database.ts";
import { type Grain, cellStart, grains, splitIntoGrains } from "./revenue-ranges.ts";

export type Channel = "online" | "cash";

/** One movement of money. Positive when taken, negative when returned. */
export interface LedgerEntry {
  readonly orderId: string;
  readonly outletId: string;
  readonly deviceId: string;
  readonly channel: Channel;
  readonly currency: Currency;
  readonly amountMinor: number;
  readonly source: "payment" | "counter" | "cashCoupon" | "coin" | "refund";
  /** With `source`, names the one event in the world that this entry stands for. */
  readonly sourceId: string;
  readonly occurredAt: Date;
}

export interface PeriodSum {
  readonly period: string;
  readonly currency: Currency;
  readonly online: number;
  readonly cash: number;
}

/** The entry and its three roll-up cells in one statement; false where this entry is already booked. */
export async function insertEntryWithRollups(tx: Transaction, entry: LedgerEntry): Promise<boolean> {
  const online = entry.channel === "online" ? entry.amountMinor : 0;
  const cash = entry.channel === "cash" ? entry.amountMinor : 0;
  const cell = (grain: Grain) => cellStart(grain, entry.occurredAt);
  const result = await sql<{ entry_id: number }>`
    WITH booked AS (
      INSERT INTO ledger_entry
        (order_id, outlet_id, device_id, channel, currency, amount_minor, source, source_id, occurred_at)
      VALUES (${entry.orderId}, ${entry.outletId}, ${entry.deviceId}, ${entry.channel}, ${entry.currency},
        ${entry.amountMinor}, ${entry.source}, ${entry.sourceId}, ${entry.occurredAt})
      ON CONFLICT (source, source_id) DO NOTHING
      RETURNING entry_id
    ), rolled AS (
      INSERT INTO revenue_rollup AS cell
        (outlet_id, grain, starts_at, device_id, currency, online_minor, cash_minor)
      SELECT ${entry.outletId}, g.grain, g.starts_at, ${entry.deviceId}, ${entry.currency},
        ${online}::bigint, ${cash}::bigint
      FROM booked, (VALUES
        (${grains[0]}::text, ${cell("quarter")}::timestamptz),
        (${grains[1]}::text, ${cell("day")}::timestamptz),
        (${grains[2]}::text, ${cell("month")}::timestamptz)
      ) AS g (grain, starts_at)
      ON CONFLICT (outlet_id, grain, starts_at, device_id, currency) DO UPDATE
        SET online_minor = cell.online_minor + excluded.online_minor,
            cash_minor = cell.cash_minor + excluded.cash_minor
    )
    SELECT entry_id FROM booked`.execute(tx);
  return result.rows.length === 1;
}

/** Sums of each named period by currency, over the roll-ups of the given outlets, in one statement. */
export async function sumPeriods(
  db: Querier,
  outletIds: readonly string[],
  periods: Readonly<Record<string, InstantRange>>,
): Promise<PeriodSum[]> {
  const parts = Object.entries(periods).flatMap(([period, range]) =>
    splitIntoGrains(range).map((part) => ({ period, ...part })),
  );
  // Outlet, grain and start meet the primary key's first three columns: a short index scan an outlet and a part.
  // OFFSET 0 holds the planner to it, which would rather join other people's cells and throw them away.
  const result = await sql<{ period: string; currency: Currency; online: number; cash: number }>`
    SELECT part.period, cell.currency,
      sum(cell.online_minor)::bigint AS online, sum(cell.cash_minor)::bigint AS cash
    FROM unnest(
        ${parts.map((p) => p.period)}::text[], ${parts.map((p) => p.grain)}::text[],
        ${parts.map((p) => p.from.toISOString())}::timestamptz[],
        ${parts.map((p) => p.to.toISOString())}::timestamptz[]
      ) AS part (period, grain, from_at, to_at)
    CROSS JOIN unnest(${outletIds}::text[]) AS mine (outlet_id)
    CROSS JOIN LATERAL (
      SELECT currency, online_minor, cash_minor FROM revenue_rollup
      WHERE outlet_id = mine.outlet_id AND grain = part.grain
        AND starts_at >= part.from_at AND starts_at < part.to_at
      OFFSET 0
    ) AS cell
    GROUP BY part.period, cell.currency`.execute(db);
  return result.rows;
}
