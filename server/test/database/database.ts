import { randomBytes } from "node:crypto";
import type pg from "pg";
import { inject } from "vitest";
import { applicationRole } from "#platform/postgres/schema/application-login.ts";
import { connectDatabase, type Database } from "#platform/postgres/database.ts";
import { withClient } from "#platform/postgres/with-client.ts";

export interface TestDatabase {
  /** Connection of the application, logged in as `reposo_app`. */
  database: Database;
  /** Connection of the role that runs migrations, for rows that the application may not write, such as past orders. */
  owner: Database;
  connection: pg.PoolConfig;
  close(): Promise<void>;
}

/** Options of an owner's connection that may insert orders in any status, without their transitions. */
export const importingOrders = { options: "-c reposo.importing_orders=on" };

async function administer(statement: string): Promise<void> {
  const { template: _, ...server } = inject("postgres");
  await withClient({ ...server, database: "postgres" }, (client) => client.query(statement));
}

/** Opens a separate database for a test file, cloned from a migrated, empty template. */
export async function openTestDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  const { template, ...server } = inject("postgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Copying files takes a quarter of the CPU time of `wal_log`, which also writes every page to the write-ahead log.
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const connection = { ...server, database: name };
  const database = connectDatabase({ connection: { ...connection, user: applicationRole }, ...options });
  const owner = connectDatabase({ connection: { ...connection, ...importingOrders }, poolSize: 4 });
  return {
    database,
    owner,
    connection,
    async close() {
      await Promise.all([database.destroy(), owner.destroy()]);
      await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** `audited`: only rows that pass the audit once their test has ended, so that its tests can audit everything. */
export type SharedRows = "any" | "audited";

const shared = new Map<SharedRows, Promise<TestDatabase>>();

/**
 * Returns the database that the test files of a worker share, for tests whose assertions concern only rows that they create.
 * No application runs on it, and it ends with the worker.
 */
export async function sharedTestDatabase(rows: SharedRows = "any"): Promise<TestDatabase> {
  const opened = shared.get(rows) ?? openTestDatabase();
  shared.set(rows, opened);
  return { ...(await opened), close: async () => {} };
}

/** Creates an empty database without a schema in the same cluster. */
export async function createEmptyDatabase(): Promise<pg.ClientConfig & { drop(): Promise<void> }> {
  const { template: _, ...server } = inject("postgres");
  const name = `empty_${randomBytes(6).toString("hex")}`;
  await administer(`CREATE DATABASE ${name}`);
  return { ...server, database: name, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}
