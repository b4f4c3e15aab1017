import { rollUpOrders } from "@reposo/server/features/orders/index.ts";
import { rollUpLedger } from "@reposo/server/features/revenue/index.ts";
import { lockFolder } from "@reposo/server/platform/files/data-folder.ts";
import type { Log } from "@reposo/server/platform/logging/log.ts";
import { connectDatabase } from "@reposo/server/platform/postgres/database.ts";
import { startEmbeddedPostgres } from "@reposo/server/platform/postgres/embedded/embedded-postgres.ts";
import { migrate } from "@reposo/server/platform/postgres/schema/migrate.ts";
import { transact } from "@reposo/server/platform/postgres/unit-of-work.ts";
import pg from "pg";
import { addManager, newSecret } from "#bench-network.ts";

const dayMs = 86_400_000;
const maxDays = 395;
const ordersPerChairAndDay = 10;
const chairsOfHall = 60;
const chairsOfOutlet = 11;
const outletsOfManager = 12;

/** Settings without durability, because a failed load is repeated from the beginning. */
const loadingSettings = {
  wal_level: "minimal",
  max_wal_senders: "0",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  checkpoint_timeout: "1h",
  max_wal_size: "8GB",
  shared_buffers: "1GB",
  work_mem: "512MB",
  maintenance_work_mem: "1GB",
};

export interface History {
  /** Token of a manager of the hall and of eleven other outlets with 181 chairs together, whatever the network's size. */
  readonly token: string;
  readonly outletIds: readonly string[];
  readonly orders: number;
  readonly chairs: number;
}

/**
 * Creates a database in an empty data folder with a network that has about `orders` orders in the thirteen months
 * before `now`, and stops the database. The orders of a day are inserted in order of time, and the product's statements
 * compute the roll-ups. An outlet has eleven chairs, as in the largest known network; the hall has sixty.
 */
export async function createHistory(options: {
  readonly dataFolder: string;
  readonly orders: number;
  readonly now: Date;
  readonly log: Log;
}): Promise<History> {
  const { dataFolder, log, orders, now } = options;
  const lock = await lockFolder(dataFolder);
  const { connection, stop } = await startEmbeddedPostgres({ dataFolder, log, settings: loadingSettings });
  const owner = new pg.Client(connection);
  try {
    await migrate(connection);
    await owner.connect();
    const chairs = Math.max(181, Math.round(orders / (maxDays * ordersPerChairAndDay)));
    const days = Math.min(maxDays, Math.ceil(orders / (chairs * ordersPerChairAndDay)));
    const network = await insertNetwork(owner, chairs);
    const indexes = [...(await dropIndexes(owner, "orders")), ...(await dropIndexes(owner, "ledger_entry"))];
    await owner.query("SELECT make_order_months($1::timestamptz - interval '14 months', $1)", [now]);
    // Disables foreign keys, which the rows satisfy by construction, and triggers, which would update the roll-ups.
    await owner.query("SET session_replication_role = replica; SELECT setseed(0.5)");
    const today = Math.floor(now.getTime() / dayMs) * dayMs;
    for (let day = today - (days - 1) * dayMs; day <= today; day += dayMs)
      await insertDay(owner, new Date(day), now);
    for (const index of indexes) await owner.query(index);
    await owner.query("ANALYZE");
    const database = connectDatabase({ connection, poolSize: 1 });
    await transact(database, rollUpLedger, { bulk: true });
    await transact(database, rollUpOrders, { bulk: true });
    await database.destroy();
    await owner.query("VACUUM (ANALYZE)");
    // Stopping the database has a short timeout. Without this checkpoint, the next start would recover from the WAL.
    await owner.query("CHECKPOINT");
    const { rows } = await owner.query<{ orders: string }>("SELECT count(*) AS orders FROM orders");
    return { ...network, chairs, orders: Number(rows[0]?.orders) };
  } finally {
    await owner.end().catch(() => {});
    await stop();
    await lock.release();
  }
}

async function insertNetwork(
  owner: pg.Client,
  chairs: number,
): Promise<Pick<History, "token" | "outletIds">> {
  const outlets = 1 + Math.ceil((chairs - chairsOfHall) / chairsOfOutlet);
  await owner.query(
    `INSERT INTO outlet (outlet_id, name, time_zone, currency, created_at)
     SELECT 'outlet-' || n, 'Outlet ' || n, 'Asia/Manila', 'PHP', now() FROM generate_series(0, $1::integer - 1) AS n`,
    [outlets],
  );
  await owner.query(
    `INSERT INTO device (device_id, outlet_id, installed_at, online, last_seen_at)
     SELECT 'S' || to_char(n, 'FM0000000'), 'outlet-' || (greatest(0, n - $2::integer + $3) / $3::integer),
       now() - interval '2 years', true, now()
     FROM generate_series(0, $1::integer - 1) AS n`,
    [chairs, chairsOfHall, chairsOfOutlet],
  );
  const outletIds = Array.from({ length: outletsOfManager }, (_, n) => `outlet-${n}`);
  const token = newSecret();
  await addManager(owner, { token, outletIds });
  return { token, outletIds };
}

/** Inserts the orders of a UTC day until `now` with their ledger entries; the outlets open at 10:00 in Manila. */
async function insertDay(owner: pg.Client, day: Date, now: Date): Promise<void> {
  await owner.query(
    `WITH drawn AS MATERIALIZED (
       SELECT device_id, outlet_id, random() AS pay, random() AS outcome, 10 + 5 * (random() < 0.33)::integer AS minutes,
         date_trunc('milliseconds', $1::timestamptz + (120 + slot * 72 + random() * 57) * interval '1 minute') AS at
       FROM device CROSS JOIN generate_series(0, ${ordersPerChairAndDay - 1}) AS slot
     ), decided AS (
       SELECT *, row_number() OVER (ORDER BY at) AS number,
         CASE WHEN pay < 0.66 THEN 'online' WHEN pay < 0.88 THEN 'cash' WHEN pay < 0.93 THEN 'cashCoupon' ELSE 'coupon' END
           AS pay_type,
         CASE WHEN outcome < 0.93 THEN 'completed' WHEN outcome < 0.97 AND pay < 0.93 THEN 'refunded' ELSE 'cancelled' END
           AS status,
         CASE WHEN pay < 0.93 THEN minutes * 1000 ELSE 0 END AS amount_minor
       FROM drawn WHERE at < $2::timestamptz
     ), placed AS (
       INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear,
         minutes, amount_minor, refunded_minor, currency, started_at, ends_at, ended_at, end_reason)
       SELECT new_order_id(at), to_char($1::timestamptz, 'YYMMDD-') || number, at, device_id, outlet_id,
         CASE pay_type WHEN 'cash' THEN 'counter' ELSE pay_type END, pay_type, status, 1, minutes, amount_minor,
         CASE status WHEN 'refunded' THEN amount_minor ELSE 0 END, 'PHP',
         CASE status WHEN 'completed' THEN at END, CASE status WHEN 'completed' THEN at + minutes * interval '1 minute' END,
         at + minutes * interval '1 minute',
         CASE status WHEN 'completed' THEN 'finished' WHEN 'refunded' THEN 'startDeadline' ELSE 'paymentTimeout' END
       FROM decided ORDER BY at
       RETURNING *
     )
     INSERT INTO ledger_entry (order_id, outlet_id, device_id, channel, currency, amount_minor, source, source_id,
       occurred_at)
     SELECT order_id, outlet_id, device_id, CASE pay_type WHEN 'online' THEN 'online' ELSE 'cash' END, currency,
       sign * amount_minor, CASE WHEN sign < 0 THEN 'refund' WHEN pay_type = 'online' THEN 'payment'
         WHEN pay_type = 'cash' THEN 'counter' ELSE 'cashCoupon' END,
       order_id || CASE WHEN sign < 0 THEN ':startFailed' ELSE '' END, CASE WHEN sign < 0 THEN ended_at ELSE ordered_at END
     FROM placed CROSS JOIN (VALUES (1), (-1)) AS booking (sign)
     WHERE amount_minor > 0 AND status <> 'cancelled' AND (sign > 0 OR status = 'refunded') ORDER BY ordered_at`,
    [day, now],
  );
}

/**
 * Drops the indexes of the table that are not unique, and returns the statements that recreate them, also for the
 * partitions, which PostgreSQL's definition excludes by ONLY. Building an index once takes a fraction of the time of
 * maintaining it row by row.
 */
async function dropIndexes(owner: pg.Client, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS definition
     FROM pg_index WHERE indrelid = $1::regclass AND NOT indisunique`,
    [table],
  );
  for (const { name } of rows) await owner.query(`DROP INDEX ${name}`);
  return rows.map((row) => row.definition);
}
