import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openApplicationLogin } from "#platform/postgres/schema/application-login.ts";
import { createCurrentMonths } from "#features/orders/index.ts";
import { connectDatabase } from "#platform/postgres/database.ts";
import { lockFolder } from "#platform/files/data-folder.ts";
import { startEmbeddedPostgres } from "#platform/postgres/embedded/embedded-postgres.ts";
import { silentLog } from "#platform/logging/log.ts";
import { migrate } from "#platform/postgres/schema/migrate.ts";
import { makeTestFolder, removeStaleFolders } from "./test-folder.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address and owner of the test run's PostgreSQL; `template` is the name of the migrated, empty database. */
    postgres: { host: string; port: number; user: string; template: string };
  }
}

/** Creates the partitions that each server creates at its start, so that the servers of tests find them. */
async function createMonths(connection: pg.PoolConfig): Promise<void> {
  const database = connectDatabase({ connection, poolSize: 1 });
  await createCurrentMonths(database, new Date());
  await database.destroy();
}

/**
 * Starts one PostgreSQL per test run, which stops with the test runner, however the runner ends (see
 * embedded-postgres.ts).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeStaleFolders();
  const dataFolder = await makeTestFolder("test");
  const lock = await lockFolder(join(dataFolder, "data"));
  const postgres = await startEmbeddedPostgres({
    dataFolder: lock.folder,
    log: silentLog,
    // Durability is not needed: no test recovers a database after a power failure.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" },
  });
  const { host, user } = postgres.connection;
  const template = "reposo_template";
  const client = new pg.Client({ ...postgres.connection, database: "postgres" });
  await client.connect();
  await client.query(`CREATE DATABASE ${template}`);
  await client.end();
  const connection = { ...postgres.connection, database: template };
  await migrate(connection);
  await openApplicationLogin({ connection, owner: connection });
  await createMonths(connection);
  project.provide("postgres", { host, port: 5432, user, template });

  return async () => {
    await postgres.stop();
    await lock.release();
    await rm(dataFolder, { recursive: true, force: true });
  };
}
