import type { Currency } from "@reposo/contract/fields.ts";
import { sql } from "kysely";
import type { Transaction } from "#platform/database.ts";
import { cellStart, grains } from "./revenue-ranges.ts";

export type Channel = "online" | "cash";
export type EntrySource = "payment" | "counter" | "cashCoupon" | "coin" | "refund";

/** One movement of money. Positive when taken, negative when returned. */
export interface LedgerEntry {
  readonly orderId: string;
  readonly outletId: string;
  readonly deviceId: string;
  readonly channel: Channel;
  readonly currency: Currency;
  readonly amountMinor: number;
  readonly source: EntrySource;
  /** With `source`, names the one event in the world that this entry stands for. */
  readonly sourceId: string;
  readonly occurredAt: Date;
}

const coarseFirst = grains.toReversed();

const addedToCell = sql`
  online_minor = cell.online_minor + excluded.online_minor, cash_minor = cell.cash_minor + excluded.cash_minor,
  online_entries = cell.online_entries + excluded.online_entries,
  cash_entries = cell.cash_entries + excluded.cash_entries`;

/**
 * The entry and its six roll-up cells in one statement; false where this entry is already booked.
 *
 * Everyone who books takes the cells in one order: the outlet's month, day and quarter-hour, then the chair's. The
 * outlet's month comes first and holds all the others, so whoever has it meets nobody within: two that book for one
 * outlet wait for each other and never in a circle. A transaction that books for several outlets takes them by id.
 */
export async function insertEntryWithRollups(tx: Transaction, entry: LedgerEntry): Promise<boolean> {
  const isOnline = entry.channel === "online";
  const starts = coarseFirst.map((grain) => cellStart(grain, entry.occurredAt).toISOString());
  // Read from the outlet's cells, so that the chair's are written after them; the sum waits for all three.
  const result = await sql<{ entry_id: number }>`
    WITH booked AS (
      INSERT INTO ledger_entry
        (order_id, outlet_id, device_id, channel, currency, amount_minor, source, source_id, occurred_at)
      VALUES (${entry.orderId}, ${entry.outletId}, ${entry.deviceId}, ${entry.channel}, ${entry.currency},
        ${entry.amountMinor}, ${entry.source}, ${entry.sourceId}, ${entry.occurredAt})
      ON CONFLICT (source, source_id) DO NOTHING
      RETURNING entry_id
    ), addend AS (
      SELECT cell.grain, cell.starts_at, ${isOnline ? entry.amountMinor : 0}::bigint AS online_minor,
        ${isOnline ? 0 : entry.amountMinor}::bigint AS cash_minor, ${isOnline ? 1 : 0}::int AS online_entries,
        ${isOnline ? 0 : 1}::int AS cash_entries
      FROM booked, unnest(${coarseFirst}::text[], ${starts}::timestamptz[]) AS cell (grain, starts_at)
    ), outlet_cells AS (
      INSERT INTO outlet_rollup AS cell
        (outlet_id, grain, starts_at, currency, online_minor, cash_minor, online_entries, cash_entries)
      SELECT ${entry.outletId}, grain, starts_at, ${entry.currency}, online_minor, cash_minor, online_entries,
        cash_entries
      FROM addend
      ON CONFLICT (outlet_id, grain, starts_at, currency) DO UPDATE SET ${addedToCell}
      RETURNING 1
    ), device_cells AS (
      INSERT INTO revenue_rollup AS cell
        (outlet_id, grain, starts_at, device_id, currency, online_minor, cash_minor, online_entries, cash_entries)
      SELECT ${entry.outletId}, grain, starts_at, ${entry.deviceId}, ${entry.currency}, online_minor, cash_minor,
        online_entries, cash_entries
      FROM (SELECT count(*) AS cells FROM outlet_cells) AS gate, addend WHERE gate.cells > 0
      ON CONFLICT (outlet_id, grain, starts_at, device_id, currency) DO UPDATE SET ${addedToCell}
    )
    SELECT entry_id FROM booked`.execute(tx);
  return result.rows.length === 1;
}

/** Sums of a ledger that was written past `bookRevenue` (a history loaded in bulk), into empty roll-ups. */
export async function rollUpLedger(tx: Transaction): Promise<void> {
  await sql`
    INSERT INTO revenue_rollup
    SELECT outlet_id, 'quarter', date_bin('15 minutes', occurred_at, 'epoch') AS starts_at, device_id, currency,
      coalesce(sum(amount_minor) FILTER (WHERE channel = 'online'), 0),
      coalesce(sum(amount_minor) FILTER (WHERE channel = 'cash'), 0),
      count(*) FILTER (WHERE channel = 'online'), count(*) FILTER (WHERE channel = 'cash')
    FROM ledger_entry GROUP BY outlet_id, starts_at, device_id, currency`.execute(tx);
  const sums = sql`sum(online_minor), sum(cash_minor), sum(online_entries), sum(cash_entries)`;
  for (const [grain, finer] of [
    ["day", "quarter"],
    ["month", "day"],
  ] as const)
    await sql`
      INSERT INTO revenue_rollup
      SELECT outlet_id, ${grain}, date_trunc(${grain}, starts_at, 'UTC') AS cell_starts_at, device_id, currency,
        ${sums}
      FROM revenue_rollup WHERE grain = ${finer} GROUP BY outlet_id, cell_starts_at, device_id, currency`.execute(
      tx,
    );
  await sql`
    INSERT INTO outlet_rollup
    SELECT outlet_id, grain, starts_at, currency, ${sums}
    FROM revenue_rollup GROUP BY outlet_id, grain, starts_at, currency`.execute(tx);
}
