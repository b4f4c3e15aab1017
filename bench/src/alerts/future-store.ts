import { insertEntriesWithRollups, type LedgerEntry } from "@reposo/server/features/revenue/revenue-store.ts";
import type { Database } from "@reposo/server/platform/postgres/database.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import { transact, type UnitOfWork } from "@reposo/server/platform/postgres/unit-of-work.ts";

const entriesPerStatement = 5_000;

/**
 * Moves the orders, ledger entries, events of chairs, and collections from `from` on out of the product's tables into
 * the schema `future`, and deletes the roll-ups from `from` on, so that no evaluation can read future data.
 */
export async function withholdFuture(owner: Database, from: Date): Promise<void> {
  await transact(
    owner,
    async (uow) => {
      // Disables foreign keys and triggers, which would refuse to delete these rows.
      await sql`SET LOCAL session_replication_role = replica`.execute(uow);
      await sql`CREATE SCHEMA future`.execute(uow);
      for (const [table, column] of [
        ["orders", "ordered_at"],
        ["ledger_entry", "occurred_at"],
        ["chair_event", "occurred_at"],
        ["cash_collection", "recorded_at"],
      ] as const) {
        const [name, at] = [sql.identifier(table), sql.identifier(column)];
        await sql`CREATE TABLE future.${name} AS SELECT * FROM public.${name} WHERE ${at} >= ${from}`.execute(
          uow,
        );
        await sql`DELETE FROM public.${name} WHERE ${at} >= ${from}`.execute(uow);
      }
      for (const [table, column] of [
        ["orders", "ordered_at"],
        ["orders", "started_at"],
        ["orders", "ended_at"],
        ["ledger_entry", "occurred_at"],
        ["chair_event", "occurred_at"],
        ["cash_collection", "recorded_at"],
      ] as const)
        await sql`CREATE INDEX ON future.${sql.identifier(table)} (${sql.identifier(column)})`.execute(uow);
      for (const table of ["order_rollup", "outlet_order_rollup", "revenue_rollup", "outlet_rollup"])
        await sql`DELETE FROM ${sql.identifier(table)} WHERE starts_at >= ${from}`.execute(uow);
    },
    { bulk: true },
  );
  await sql`ANALYZE`.execute(owner);
}

/** Returns the times of a chair's collections in milliseconds since the Unix epoch, oldest first. */
export async function selectCollections(owner: Database, deviceId: string): Promise<number[]> {
  const { rows } = await sql<{ at: number }>`
    SELECT round(extract(epoch FROM collected_at) * 1000)::float8 AS at FROM cash_collection
    WHERE device_id = ${deviceId} AND kind = 'collection' ORDER BY collected_at`.execute(owner);
  return rows.map(({ at }) => at);
}

/** Deletes the collections of a chair, and their corrections, after `from` and up to `to`. */
export async function deleteCollections(
  owner: Database,
  deviceId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<void> {
  await transact(
    owner,
    async (uow) => {
      // Disables the trigger that refuses to delete collections.
      await sql`SET LOCAL session_replication_role = replica`.execute(uow);
      await sql`DELETE FROM cash_collection WHERE device_id = ${deviceId} AND collected_at > ${from}
      AND collected_at <= ${to}`.execute(uow);
    },
    { bulk: true },
  );
}

/**
 * Inserts the withheld orders, ledger entries, events of chairs, and collections after `from` and up to `to` into the
 * product's tables, and updates the orders whose state changed in this time.
 */
export async function restoreUntil(owner: Database, from: Date, to: Date): Promise<void> {
  await transact(
    owner,
    async (uow) => {
      await restoreOrders(uow, from, to);
      await sql`INSERT INTO chair_event SELECT * FROM future.chair_event
      WHERE occurred_at > ${from} AND occurred_at <= ${to}`.execute(uow);
      await sql`INSERT INTO cash_collection SELECT * FROM future.cash_collection
      WHERE recorded_at > ${from} AND recorded_at <= ${to}
      ORDER BY kind`.execute(uow);
      await restoreLedger(uow, from, to);
    },
    { bulk: true },
  );
}

/**
 * Inserts each order in the state that it had at `to`, and updates earlier orders that started or ended after `from`.
 * The product's triggers add the orders that have ended to the roll-ups.
 */
async function restoreOrders(uow: UnitOfWork, from: Date, to: Date): Promise<void> {
  const now = sql`(SELECT (jsonb_populate_record(f, CASE
      WHEN f.ended_at <= ${to} THEN '{}'
      WHEN f.started_at <= ${to} THEN '{"status": "running", "ended_at": null, "end_reason": null}'
      ELSE '{"status": "starting", "started_at": null, "ends_at": null, "ended_at": null, "end_reason": null}'
    END::jsonb || CASE WHEN f.ended_at <= ${to} THEN '{}' ELSE '{"refunded_minor": 0}' END::jsonb)).*)`;
  await sql`
    UPDATE orders o SET status = n.status, started_at = n.started_at, ends_at = n.ends_at, ended_at = n.ended_at,
      end_reason = n.end_reason, refunded_minor = n.refunded_minor
    FROM future.orders f CROSS JOIN LATERAL ${now} AS n
    WHERE f.ordered_at <= ${from} AND o.order_id = f.order_id
      AND ((f.ended_at > ${from} AND f.ended_at <= ${to}) OR (f.started_at > ${from} AND f.started_at <= ${to}))`.execute(
    uow,
  );
  await sql`
    INSERT INTO orders SELECT n.* FROM future.orders f CROSS JOIN LATERAL ${now} AS n
    WHERE f.ordered_at > ${from} AND f.ordered_at <= ${to}`.execute(uow);
}

async function restoreLedger(uow: UnitOfWork, from: Date, to: Date): Promise<void> {
  const { rows } = await sql<LedgerEntry & { recordedAt: Date }>`
    SELECT order_id AS "orderId", outlet_id AS "outletId", device_id AS "deviceId", channel, currency,
      amount_minor AS "amountMinor", source, source_id AS "sourceId", occurred_at AS "occurredAt",
      occurred_at AS "recordedAt"
    FROM future.ledger_entry WHERE occurred_at > ${from} AND occurred_at <= ${to}`.execute(uow);
  for (let at = 0; at < rows.length; at += entriesPerStatement)
    await insertEntriesWithRollups(rows.slice(at, at + entriesPerStatement)).execute(uow);
}
