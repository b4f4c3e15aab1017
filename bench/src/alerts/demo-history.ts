import { demoOutlets } from "@reposo/server/demo/demo-network.ts";
import { demoPriceGroup } from "@reposo/server/demo/demo-offers.ts";
import { type PastOrder, pastOrdersOf } from "@reposo/server/demo/history/past-orders.ts";
import { addToDraft, prepareDraft, writePastOrders } from "@reposo/server/demo/history/past-orders-store.ts";
import { seededRandom } from "@reposo/server/demo/history/seeded-random.ts";
import { loadNetwork } from "@reposo/server/demo/load-network.ts";
import { createOrderMonths } from "@reposo/server/features/orders/index.ts";
import { priceListOf } from "@reposo/server/features/prices/index.ts";
import { insertEntriesWithRollups, type LedgerEntry } from "@reposo/server/features/revenue/revenue-store.ts";
import type { Database } from "@reposo/server/platform/postgres/database.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import { transact } from "@reposo/server/platform/postgres/unit-of-work.ts";
import { manualClock } from "@reposo/server/platform/time/clock.ts";
import { dayMs, type Fault, type Interval } from "./scenario.ts";

/** More days before the window than the product reads. */
const daysBeforeWindow = 90;
const rowsPerStatement = 20_000;
/** Share of orders that remain during a fault of the kind `incomeLow`, and on a quiet day of an outlet. */
const incomeLowShare = 0.05;
const quietDayShare = 0.3;

export interface LoadedOrders {
  /** The orders of the history in order of time for each chair, changed by the faults. */
  readonly orders: readonly PastOrder[];
  /** The orders that did not happen because of a fault. */
  readonly prevented: readonly PastOrder[];
}

/**
 * Inserts the demo's network with its history from 90 days before the window to its end, and then moves what happens in
 * the window into the schema `future`, so that no evaluation can read it.
 */
export async function loadHistory(
  owner: Database,
  {
    seed,
    window,
    faults,
  }: { readonly seed: number; readonly window: Interval; readonly faults: readonly Fault[] },
): Promise<LoadedOrders> {
  const end = new Date(window.to);
  const start = new Date(window.from - daysBeforeWindow * dayMs);
  const orders: PastOrder[] = [];
  const prevented: PastOrder[] = [];
  await transact(
    owner,
    async (uow) => {
      await loadNetwork(uow, manualClock(end));
      await prepareDraft(uow);
      // A chair that was installed before the history begins would appear to have had no income until then.
      await sql`UPDATE device SET installed_at = greatest(installed_at, ${start})`.execute(uow);
      await createOrderMonths(uow, new Date(start.getTime() - 2 * dayMs), end);
      for (const outlet of demoOutlets) {
        const prices = await priceListOf(uow, demoPriceGroup(outlet.currency));
        for (const order of pastOrdersOf(outlet, prices, end)) {
          if (order.orderedAt < start || isOmittedOnQuietDay(seed, outlet.outletId, order)) continue;
          const changed = changedByFault(order, faults);
          if (changed === null) prevented.push(order);
          else orders.push(changed);
        }
      }
      for (let from = 0; from < orders.length; from += rowsPerStatement)
        await addToDraft(uow, orders.slice(from, from + rowsPerStatement));
      await writePastOrders(uow);
    },
    { bulk: true },
  );
  await withholdFuture(owner, new Date(window.from));
  await sql`ANALYZE`.execute(owner);
  return { orders, prevented };
}

/** Returns the order as it happens if its chair has a fault at that time; null if the fault prevents it. */
function changedByFault(order: PastOrder, faults: readonly Fault[]): PastOrder | null {
  const at = order.orderedAt.getTime();
  const fault = faults.find(
    ({ deviceIds, from, to }) => deviceIds.includes(order.deviceId) && from <= at && at < to,
  );
  switch (fault?.kind) {
    case "startsFailing":
      if (order.payType === "coin") return null;
      if (order.status !== "completed") return order;
      return {
        ...order,
        status: order.payType === "coupon" ? "failed" : "refunded",
        endReason: "startDeadline",
        ranSeconds: 0,
      };
    case "incomeLow":
      return seededRandom(order.orderId).next() < incomeLowShare ? order : null;
    case "chairOffline":
    case "outletOffline":
    case "chairFault":
      return null;
    default:
      return order;
  }
}

/** Whether the order is omitted because its outlet has few customers: on average, two consecutive days in five weeks. */
function isOmittedOnQuietDay(seed: number, outletId: string, { orderedAt, orderId }: PastOrder): boolean {
  const pair = Math.floor(orderedAt.getTime() / (2 * dayMs));
  if (seededRandom(`${seed} quiet ${outletId} ${pair}`).next() >= 2 / 35) return false;
  return seededRandom(`quiet ${orderId}`).next() >= quietDayShare;
}

/** The tables of the history, with the time from which a row is known. The ledger follows its orders. */
const tables = [
  ["orders", "ended_at"],
  ["chair_event", "occurred_at"],
  ["cash_collection", "recorded_at"],
] as const;

async function withholdFuture(owner: Database, from: Date): Promise<void> {
  await transact(
    owner,
    async (uow) => {
      // Disables foreign keys and triggers, which would refuse to delete these rows.
      await sql`SET LOCAL session_replication_role = replica`.execute(uow);
      await sql`CREATE SCHEMA future`.execute(uow);
      await sql`CREATE TABLE future.ledger_entry AS SELECT l.*, o.ended_at FROM ledger_entry l JOIN orders o USING (order_id)
        WHERE o.ended_at >= ${from}`.execute(uow);
      await sql`DELETE FROM ledger_entry l USING future.ledger_entry f WHERE l.entry_id = f.entry_id`.execute(
        uow,
      );
      await sql`CREATE INDEX ON future.ledger_entry (ended_at)`.execute(uow);
      for (const [table, column] of tables) {
        const [name, at] = [sql.identifier(table), sql.identifier(column)];
        await sql`CREATE TABLE future.${name} AS SELECT * FROM public.${name} WHERE ${at} >= ${from}`.execute(
          uow,
        );
        await sql`DELETE FROM public.${name} WHERE ${at} >= ${from}`.execute(uow);
        await sql`CREATE INDEX ON future.${name} (${at})`.execute(uow);
      }
      for (const rollup of ["order_rollup", "outlet_order_rollup", "revenue_rollup", "outlet_rollup"])
        await sql`DELETE FROM ${sql.identifier(rollup)} WHERE starts_at >= ${from}`.execute(uow);
    },
    { bulk: true },
  );
}

/** Inserts what happened after `from` and up to `to`. An order with its money is inserted when it has ended. */
export async function restoreUntil(owner: Database, from: Date, to: Date): Promise<void> {
  await transact(
    owner,
    async (uow) => {
      for (const [table, column] of tables) {
        const [name, at] = [sql.identifier(table), sql.identifier(column)];
        await sql`INSERT INTO ${name} SELECT * FROM future.${name} WHERE ${at} > ${from} AND ${at} <= ${to}
          ORDER BY ${at}`.execute(uow);
      }
      const { rows } = await sql<LedgerEntry & { recordedAt: Date }>`
        SELECT order_id AS "orderId", outlet_id AS "outletId", device_id AS "deviceId", channel, currency,
          amount_minor AS "amountMinor", source, source_id AS "sourceId", occurred_at AS "occurredAt",
          occurred_at AS "recordedAt"
        FROM future.ledger_entry WHERE ended_at > ${from} AND ended_at <= ${to}`.execute(uow);
      if (rows.length > 0) await insertEntriesWithRollups(rows).execute(uow);
    },
    { bulk: true },
  );
}

/**
 * Deletes the collections of a chair after its last one that is older than 18 days at the beginning of the window.
 * @returns the time of that collection; null if there is none
 */
export async function skipCollections(
  owner: Database,
  deviceId: string,
  window: Interval,
): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(collected_at) AS at FROM cash_collection
    WHERE device_id = ${deviceId} AND kind = 'collection' AND collected_at < ${new Date(window.from - 18 * dayMs)}`.execute(
    owner,
  );
  const last = rows[0]?.at ?? null;
  if (last === null) return null;
  for (const schema of ["public", "future"])
    await transact(
      owner,
      async (uow) => {
        // Disables the trigger that refuses to delete collections.
        await sql`SET LOCAL session_replication_role = replica`.execute(uow);
        await sql`DELETE FROM ${sql.identifier(schema)}.cash_collection
          WHERE device_id = ${deviceId} AND collected_at > ${last}`.execute(uow);
      },
      { bulk: true },
    );
  return last.getTime();
}
