import { connectDatabase } from "@reposo/server/platform/database.ts";
import { rollUpOrders } from "@reposo/server/features/orders/index.ts";
import { rollUpLedger } from "@reposo/server/features/revenue/index.ts";
import pg from "pg";
import { copyHistory } from "./statistics-history.ts";
import { layStatisticsNetwork, type StatisticsNetwork } from "./statistics-network.ts";

export interface Loaded {
  readonly network: StatisticsNetwork;
  readonly orders: number;
  readonly entries: number;
}

/** A network and its history in an empty database, as years of bookings would have left them. */
export async function loadStatistics(
  connection: pg.PoolConfig,
  orders: number,
  now: Date,
  progress: (words: string) => void,
): Promise<Loaded> {
  const owner = new pg.Client(connection);
  await owner.connect();
  try {
    const network = await layStatisticsNetwork(owner, orders);
    await owner.query("SELECT make_order_months($1, $2)", [
      new Date(now.getTime() - network.days * 86_400_000),
      now,
    ]);
    // Sorted once at the end, an index costs a fraction of what row by row does.
    const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index WHERE indrelid = 'ledger_entry'::regclass AND NOT indisunique`,
    );
    for (const { name } of indexes) await owner.query(`DROP INDEX ${name}`);
    progress(`${network.chairs.length} chairs, copying orders and the ledger`);
    const copied = await copyHistory(connection, network, now);
    progress(`${copied.orders} orders and ${copied.entries} entries are in; indexes and roll-ups`);
    await owner.query("SET maintenance_work_mem = '512MB'");
    for (const { definition } of indexes) await owner.query(definition);
    await rollUp(connection);
    progress("gathering what the planner knows");
    await owner.query("VACUUM (ANALYZE)");
    await owner.query("CHECKPOINT");
    return { network, ...copied };
  } finally {
    await owner.end();
  }
}

/** The ledger's sums and the orders' counts, by the product's own statements, the one beside the other. */
async function rollUp(connection: pg.PoolConfig): Promise<void> {
  const settings = { ...connection, options: "-c work_mem=256MB -c synchronous_commit=off" };
  const database = connectDatabase({ connection: settings, poolSize: 2 });
  await Promise.all([
    database.transaction().execute((tx) => rollUpLedger(tx)),
    database.transaction().execute((tx) => rollUpOrders(tx)),
  ]);
  await database.destroy();
}
