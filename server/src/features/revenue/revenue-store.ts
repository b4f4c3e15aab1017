import { publishEvents } from "#features/live-events/index.ts";
import type { InstantRange } from "#platform/time/calendar.ts";
import type { entrySources } from "@reposo/contract/revenue/income-sums.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import type { DeferredRows, UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** A channel by which income was received; `dispute` contains the money that banks withdrew and returned, and fees. */
export type Channel = "online" | "cash" | "dispute";
export type EntrySource = (typeof entrySources)[number];

/** Selects ledger entries. Null: any chair or currency, or all income, which excludes disputes. */
export interface EntryFilter {
  readonly outletIds: readonly string[];
  readonly range: InstantRange;
  readonly deviceId: string | null;
  readonly channel: Channel | null;
  readonly currency: Currency | null;
  /** Limits the filter to counter cash that this account received, and refunds of this cash. Absent: all entries. */
  readonly accountId?: string | undefined;
}

/** One amount in the ledger: positive if money was received, negative if it was refunded or withdrawn. */
export interface LedgerEntry {
  readonly orderId: string;
  readonly outletId: string;
  readonly deviceId: string;
  readonly channel: Channel;
  readonly currency: Currency;
  readonly amountMinor: number;
  readonly source: EntrySource;
  /** Together with `source`, the idempotency key of the entry. */
  readonly sourceId: string;
  readonly occurredAt: Date;
}

const addedToCell = sql`
  online_minor = cell.online_minor + excluded.online_minor, cash_minor = cell.cash_minor + excluded.cash_minor,
  online_entries = cell.online_entries + excluded.online_entries,
  cash_entries = cell.cash_entries + excluded.cash_entries,
  dispute_minor = cell.dispute_minor + excluded.dispute_minor`;
const channelTotals = sql`
  coalesce(sum(amount_minor) FILTER (WHERE channel = 'online'), 0),
  coalesce(sum(amount_minor) FILTER (WHERE channel = 'cash'), 0),
  count(*) FILTER (WHERE channel = 'online'), count(*) FILTER (WHERE channel = 'cash'),
  coalesce(sum(amount_minor) FILTER (WHERE channel = 'dispute'), 0)`;

/**
 * Returns the statement that inserts the entries and updates six roll-up rows (cells) for each: of the month, day, and
 * quarter-hour, for the outlet and for the chair. Entries that already exist change nothing. Cells are locked in a
 * fixed order, which prevents deadlocks: first those of all outlets (month, day, quarter-hour), then those of all
 * chairs. All entries of an outlet, month, and currency share the month's cell, whose lock serialises their
 * transactions. The statement returns the outlets that received entries.
 */
export function insertEntriesWithRollups(
  entries: readonly (LedgerEntry & { readonly recordedAt: Date })[],
): SqlQuery<{ outletId: string }> {
  // Writing the chairs' cells depends on the number of written outlet cells, so that it starts after all outlet cells
  // are written.
  return sql<{ outletId: string }>`
    WITH booked AS (
      INSERT INTO ledger_entry
        (order_id, outlet_id, device_id, channel, currency, amount_minor, source, source_id, occurred_at, recorded_at)
      SELECT "orderId", "outletId", "deviceId", channel, currency, "amountMinor", source, "sourceId", "occurredAt",
        "recordedAt"
      FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e ("orderId" uuid, "outletId" text, "deviceId" text,
        channel text, currency text, "amountMinor" bigint, source text, "sourceId" text, "occurredAt" timestamptz,
        "recordedAt" timestamptz)
      ON CONFLICT (source, source_id) DO NOTHING
      RETURNING *
    ), addend AS (
      SELECT b.outlet_id, b.device_id, b.currency, b.channel, b.amount_minor, cell.*
      FROM booked b CROSS JOIN LATERAL (VALUES
        (1, 'month', date_trunc('month', b.occurred_at, 'UTC')), (2, 'day', date_trunc('day', b.occurred_at, 'UTC')),
        (3, 'quarter', date_bin('15 minutes', b.occurred_at, 'epoch'))) AS cell (lock_rank, grain, starts_at)
    ), outlet_cells AS (
      INSERT INTO outlet_rollup AS cell
        (outlet_id, grain, starts_at, currency, online_minor, cash_minor, online_entries, cash_entries, dispute_minor)
      SELECT outlet_id, grain, starts_at, currency, ${channelTotals} FROM addend
      GROUP BY outlet_id, lock_rank, grain, starts_at, currency ORDER BY outlet_id, lock_rank, starts_at, currency
      ON CONFLICT (outlet_id, grain, starts_at, currency) DO UPDATE SET ${addedToCell}
      RETURNING 1
    ), device_cells AS (
      INSERT INTO revenue_rollup AS cell
        (outlet_id, grain, starts_at, device_id, currency, online_minor, cash_minor, online_entries, cash_entries, dispute_minor)
      SELECT outlet_id, grain, starts_at, device_id, currency, ${channelTotals}
      FROM (SELECT count(*) AS cells FROM outlet_cells) AS gate, addend WHERE gate.cells > 0
      GROUP BY outlet_id, lock_rank, grain, starts_at, device_id, currency
      ORDER BY outlet_id, lock_rank, starts_at, device_id, currency
      ON CONFLICT (outlet_id, grain, starts_at, device_id, currency) DO UPDATE SET ${addedToCell}
    )
    SELECT DISTINCT outlet_id AS "outletId" FROM booked`;
}

const deferredEntries: DeferredRows<{ entry: LedgerEntry; now: Date }, { outletId: string }> = {
  stage: "ledgerEntries",
  statement: (rows) =>
    insertEntriesWithRollups(rows.map(({ entry, now }) => ({ ...entry, recordedAt: now }))),
  onWritten(uow, rows, booked) {
    const at = rows[0]?.now as Date;
    for (const { outletId } of booked)
      publishEvents(uow, { name: "revenue", outletId, subject: outletId, at });
  },
};

/**
 * Defers a ledger entry until the next flush or the commit. An entry whose `source` and `sourceId` already exist is not
 * written again; an amount of 0 is not booked.
 */
export function addLedgerEntry(uow: UnitOfWork, entry: LedgerEntry, now: Date): void {
  if (entry.amountMinor !== 0) uow.defer(deferredEntries, [{ entry, now }]);
}

/**
 * Fills empty roll-ups from a ledger that was loaded in bulk, without `addLedgerEntry`. Inserts rows in key order,
 * which is many times faster for millions of cells.
 */
export async function rollUpLedger(uow: UnitOfWork): Promise<void> {
  await sql`
    INSERT INTO revenue_rollup
    SELECT outlet_id, 'quarter', date_bin('15 minutes', occurred_at, 'epoch') AS starts_at, device_id, currency,
      ${channelTotals}
    FROM ledger_entry GROUP BY outlet_id, starts_at, device_id, currency
    ORDER BY outlet_id, starts_at, device_id`.execute(uow);
  const sums = sql`sum(online_minor), sum(cash_minor), sum(online_entries), sum(cash_entries), sum(dispute_minor)`;
  for (const [grain, finer] of [
    ["day", "quarter"],
    ["month", "day"],
  ] as const)
    await sql`
      INSERT INTO revenue_rollup
      SELECT outlet_id, ${grain}, date_trunc(${grain}, starts_at, 'UTC') AS cell_starts_at, device_id, currency,
        ${sums}
      FROM revenue_rollup WHERE grain = ${finer} GROUP BY outlet_id, cell_starts_at, device_id, currency
      ORDER BY outlet_id, cell_starts_at, device_id`.execute(uow);
  await sql`
    INSERT INTO outlet_rollup
    SELECT outlet_id, grain, starts_at, currency, ${sums}
    FROM revenue_rollup GROUP BY outlet_id, grain, starts_at, currency ORDER BY outlet_id, grain, starts_at`.execute(
    uow,
  );
}
