import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/**
 * Measures the minimum cost of a paid start in this database: one transaction of three statements (an order, a ledger
 * entry, and a roll-up cell), by the product's driver, from a process without other work. Creates the tables of the
 * transaction, which remain.
 * @returns the transactions per second of all clients
 */
export async function measureMinimalTransactions(options: {
  pool: pg.Pool;
  clients: number;
  seconds: number;
  chairs: number;
}): Promise<number> {
  const { pool, clients, seconds, chairs } = options;
  await pool.query(`
    CREATE TABLE bench_order (order_id uuid PRIMARY KEY, device_id text NOT NULL, status text NOT NULL,
      amount_minor bigint NOT NULL, ordered_at timestamptz NOT NULL);
    CREATE TABLE bench_entry (entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id uuid NOT NULL REFERENCES bench_order, device_id text NOT NULL, amount_minor bigint NOT NULL);
    CREATE TABLE bench_rollup (device_id text, starts_at timestamptz, cash_minor bigint NOT NULL,
      PRIMARY KEY (device_id, starts_at)) WITH (fillfactor = 80)`);
  let ended = false;
  let done = 0;
  let next = 0;

  const client = async () => {
    while (!ended) {
      next += 1;
      const deviceId = `B${String(next % chairs).padStart(7, "0")}`;
      await writeMinimalTransaction(pool, deviceId);
      done += 1;
    }
  };

  const working = Promise.all(Array.from({ length: clients }, client));
  // The transactions of the warm-up are not counted. If a client fails, `working` rejects, which ends the wait.
  await Promise.race([sleep(2000), working]);
  const before = done;
  const startMs = performance.now();
  await Promise.race([sleep(seconds * 1000), working]);
  const perSecond = ((done - before) * 1000) / (performance.now() - startMs);
  ended = true;
  await working;
  return perSecond;
}

/**
 * Executes the minimal transaction in the tables that `measureMinimalTransactions` has created.
 * @returns the ID of the order
 */
export async function writeMinimalTransaction(pool: pg.Pool, deviceId: string): Promise<string> {
  const orderId = randomUUID();
  const connection = await pool.connect();
  try {
    await connection.query("BEGIN");
    await connection.query(
      "INSERT INTO bench_order (order_id, device_id, status, amount_minor, ordered_at) VALUES ($1, $2, 'paid', 2000, now())",
      [orderId, deviceId],
    );
    await connection.query(
      "INSERT INTO bench_entry (order_id, device_id, amount_minor) VALUES ($1, $2, 2000)",
      [orderId, deviceId],
    );
    await connection.query(
      `INSERT INTO bench_rollup AS r (device_id, starts_at, cash_minor) VALUES ($1, date_trunc('hour', now()), 2000)
       ON CONFLICT (device_id, starts_at) DO UPDATE SET cash_minor = r.cash_minor + excluded.cash_minor`,
      [deviceId],
    );
    await connection.query("COMMIT");
    return orderId;
  } finally {
    connection.release();
  }
}
