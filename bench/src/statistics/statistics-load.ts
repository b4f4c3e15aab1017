import { rollUpOrders } from "@reposo/server/features/orders/index.ts";
import { rollUpLedger } from "@reposo/server/features/revenue/index.ts";
import { lockFolder } from "@reposo/server/platform/files/data-folder.ts";
import { connectDatabase } from "@reposo/server/platform/postgres/database.ts";
import { startEmbeddedPostgres } from "@reposo/server/platform/postgres/embedded/embedded-postgres.ts";
import type { Log } from "@reposo/server/platform/logging/log.ts";
import { migrate } from "@reposo/server/platform/postgres/schema/migrate.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import pg from "pg";
import { dropForBulkLoad } from "./bulk-load.ts";
import { copyHistory } from "./statistics-history.ts";
import { insertStatisticsNetwork, markOf, type StatisticsNetwork } from "./statistics-network.ts";
import { transact, type UnitOfWork } from "@reposo/server/platform/postgres/unit-of-work.ts";

/** The loaded network, with the numbers of its orders and ledger entries. */
export interface Loaded {
  readonly network: StatisticsNetwork;
  readonly orders: number;
  readonly entries: number;
}

/**
 * Settings without durability, because a failed load is repeated from the beginning. With a minimal `wal_level`, tables
 * that are filled in the transaction that created or truncated them bypass the WAL, which would otherwise be as large
 * as the history.
 */
const loadingSettings = {
  wal_level: "minimal",
  max_wal_senders: "0",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  checkpoint_timeout: "1h",
  max_wal_size: "4GB",
  shared_buffers: "1GB",
  work_mem: "1GB",
  maintenance_work_mem: "2GB",
};

/** Creates a database with a network and its history in an empty data folder, and stops the database. */
export async function loadStatistics(options: {
  dataFolder: string;
  orders: number;
  /** The time of the last order. */
  now: Date;
  log: Log;
  progress: (message: string) => void;
}): Promise<Loaded> {
  const { dataFolder, log } = options;
  const lock = await lockFolder(dataFolder);
  const { connection, stop } = await startEmbeddedPostgres({ dataFolder, log, settings: loadingSettings });
  try {
    await migrate(connection);
    const owner = new pg.Client(connection);
    await owner.connect();
    try {
      return await fill(owner, connection, options);
    } finally {
      await owner.end();
    }
  } finally {
    await stop();
    await lock.release();
  }
}

async function fill(
  owner: pg.Client,
  connection: pg.PoolConfig,
  { orders, now, progress }: { orders: number; now: Date; progress: (message: string) => void },
): Promise<Loaded> {
  const network = await insertStatisticsNetwork(owner, orders);
  const { orderIndexes, entryIndexes, rollupKeys, constraints } = await dropForBulkLoad(owner);
  progress(`copying orders and the ledger of ${network.chairs.length * network.copies} chairs`);
  const copied = await copyHistory(connection, network, now);
  progress(`creating indexes and roll-ups of ${copied.orders} orders and ${copied.entries} ledger entries`);
  // The two calls write different tables, so they can run concurrently.
  await Promise.all([
    finish(connection, network, {
      source: "ledger_entry",
      rollups: ["revenue_rollup", "outlet_rollup"],
      rollUp: rollUpLedger,
      indexes: [...entryIndexes, ...rollupKeys.filter((key) => !key.includes("order_rollup"))],
    }),
    finish(connection, network, {
      source: "orders",
      rollups: ["order_rollup", "outlet_order_rollup"],
      rollUp: rollUpOrders,
      indexes: [...orderIndexes, ...rollupKeys.filter((key) => key.includes("order_rollup"))],
    }),
  ]);
  progress("restoring constraints and statistics");
  for (const constraint of constraints) await owner.query(constraint);
  await owner.query("VACUUM (ANALYZE)");
  // Stopping the database has a short timeout. Without this checkpoint, the next start would have to recover from the
  // WAL.
  await owner.query("CHECKPOINT");
  return { network, ...copied };
}

/** A copied table, with the roll-ups that are computed from it. */
interface Side {
  readonly source: string;
  readonly rollups: readonly string[];
  readonly rollUp: (uow: UnitOfWork) => Promise<void>;
  readonly indexes: readonly string[];
}

/**
 * Creates the roll-ups of a copied table, and the indexes of the table and its roll-ups. The product's statements
 * compute the roll-ups of the first copy of the network. The other copies get the same cells with other IDs, because
 * their orders have the same times.
 */
async function finish(
  connection: pg.PoolConfig,
  { chairs, copies }: StatisticsNetwork,
  { source, rollups, rollUp, indexes }: Side,
): Promise<void> {
  const database = connectDatabase({ connection, poolSize: 1 });
  const first = `first_${source}`;
  await transact(
    database,
    async (uow) => {
      const run = (statement: string) => sql.raw(statement).execute(uow);
      // The product's statements name tables without a schema, so they use the tables of this schema.
      await run(`CREATE SCHEMA ${first}; SET LOCAL search_path = ${first}, public`);
      await run(
        `CREATE TEMPORARY TABLE first_chair ON COMMIT DROP AS SELECT unnest(ARRAY[${chairs
          .map(({ deviceId }) => `'${deviceId}'`)
          .join()}]) AS device_id`,
      );
      await run(
        `CREATE TABLE ${first}.${source} AS SELECT s.* FROM public.${source} s JOIN first_chair USING (device_id)`,
      );
      await run(`ANALYZE ${first}.${source}`);
      for (const rollup of rollups)
        await run(`CREATE TABLE ${first}.${rollup} (LIKE public.${rollup} INCLUDING ALL)`);
      await rollUp(uow);
      for (const rollup of rollups) {
        await run(`TRUNCATE public.${rollup}`);
        await run(copyCells(`${first}.${rollup}`, `public.${rollup}`, await columnsOf(uow, rollup), copies));
      }
      await run(`SET LOCAL client_min_messages = warning; DROP SCHEMA ${first} CASCADE`);
    },
    { bulk: true },
  );
  for (const definition of indexes) await sql.raw(definition).execute(database);
  await database.destroy();
}

/** Returns a statement that copies the roll-up cells for every copy of the network, in the order of their key. */
function copyCells(from: string, to: string, columns: readonly string[], copies: number): string {
  const marks = Array.from({ length: copies }, (_, copy) => `('${markOf(copy)}')`).join();
  const values = columns.map((name) =>
    name === "outlet_id" || name === "device_id" ? `cell.${name} || mark` : `cell.${name}`,
  );
  const key = ["outlet_id", "grain", "starts_at", "device_id", "pay_type"].filter((name) =>
    columns.includes(name),
  );
  return `CREATE INDEX ON ${from} (${key.join()}); ANALYZE ${from};
    INSERT INTO ${to} (${columns.join()}) SELECT ${values.join()}
    FROM (SELECT outlet_id, mark FROM (SELECT DISTINCT outlet_id FROM ${from}) AS outlet, (VALUES ${marks}) AS copy (mark)
      ORDER BY outlet_id || mark) AS owner
    CROSS JOIN LATERAL (SELECT * FROM ${from} WHERE outlet_id = owner.outlet_id ORDER BY ${key.join()}) AS cell`;
}

async function columnsOf(uow: UnitOfWork, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${`public.${table}`}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`.execute(
    uow,
  );
  return rows.map((row) => row.name);
}
