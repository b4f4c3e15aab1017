/* oxlint-disable vitest/no-conditional-tests -- only root keeps clusters outside the data folder */
import { execFileSync } from "node:child_process";
import { chmod, cp, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FolderLock, lockFolder } from "#platform/files/data-folder.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "#platform/postgres/embedded/embedded-postgres.ts";
import { silentLog } from "#platform/logging/log.ts";
import { connectDatabase } from "#platform/postgres/database.ts";
import { migrate, migrationsFolder } from "#platform/postgres/schema/migrate.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { sql } from "#platform/postgres/sql.ts";
import { runPrinting } from "#test/clients/command-line.ts";

let base: string;
let data: string;
let lock: FolderLock | null;
let postgres: EmbeddedPostgres | null;
beforeEach(async () => {
  base = await makeTestFolder("copy");
  [data, lock, postgres] = [join(base, "data"), null, null];
});
afterEach(async () => {
  await stopServer();
  await rm(base, { recursive: true, force: true });
});

async function startServer(): Promise<EmbeddedPostgres> {
  lock = await lockFolder(data);
  postgres = await startEmbeddedPostgres({ dataFolder: data, log: silentLog, settings: { fsync: "off" } });
  return postgres;
}

async function stopServer(): Promise<void> {
  await postgres?.stop();
  await lock?.release();
  [lock, postgres] = [null, null];
}

async function reposo(args: string, dataDir: string) {
  const { code, out: text } = await runPrinting(args.split(" "), {
    env: { DATA_DIR: dataDir },
    folder: base,
    readStandardInput: async () => "long-enough-1\n",
  });
  return { code, text };
}

const copyFolder = (from: string, to: string) => execFileSync("cp", ["-a", from, to]);

const createAccount = (name: string) => `account create ${name} --password-stdin`;

async function query<T>(text: string): Promise<T[]> {
  const client = new pg.Client(postgres?.connection);
  await client.connect();
  try {
    return (await client.query(text)).rows as T[];
  } finally {
    await client.end();
  }
}

const accounts = async () => (await query<{ login_name: string }>("SELECT login_name FROM account")).length;

describe("a copy of a running server's data folder", () => {
  it("[RUN-1] never lets `audit`, `account create`, or `migrate` use the original's database, and explains what to do", async () => {
    const copy = join(base, "copy");
    await reposo("migrate", data);
    await startServer();
    copyFolder(data, copy);
    for (const command of ["audit", createAccount("copied"), "migrate"]) {
      const { code, text } = await reposo(command, copy);
      expect(text, command).toMatch(
        new RegExp(`^data folder ${copy} was copied from ${data} .*copy the folder again`),
      );
      expect(code, command).toBe(2);
      expect(await accounts(), command).toBe(0);
    }
  });

  it("[RUN-1] becomes a separate database once its lock is deleted, although its postmaster.pid names the original's process", async () => {
    const copy = join(base, "copy");
    expect((await reposo(createAccount("first"), data)).code).toBe(0);
    await startServer();
    copyFolder(data, copy);
    await rm(join(copy, "owner.lock"));
    expect((await reposo(createAccount("second"), copy)).code).toBe(0);
    expect(await accounts()).toBe(1);
  });

  if (process.getuid?.() === 0) {
    it("[RUN-1] is rejected if the database is outside of the folder, even while the original is stopped", async () => {
      await chmod(base, 0o700);
      expect((await reposo(createAccount("first"), data)).code).toBe(0);
      const { clusterFolder } = await startServer();
      await stopServer();
      try {
        copyFolder(data, join(base, "copy"));
        const { code, text } = await reposo(createAccount("second"), join(base, "copy"));
        expect(text).toContain(`is a copy of ${data}, whose database lies in ${clusterFolder}`);
        expect(code).toBe(2);
        expect((await reposo(createAccount("second"), data)).code).toBe(0);
      } finally {
        await rm(clusterFolder, { recursive: true });
        await rm(`${clusterFolder}.owner`, { recursive: true });
      }
    });
  }
});

describe("a command with a server of an earlier version running", () => {
  it("[RUN-1] does not migrate the server's database and explains what to do; only `migrate` migrates it", async () => {
    const earlier = join(base, "migrations");
    await mkdir(earlier);
    const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".sql")).sort();
    const newest = names.pop() as string;
    for (const name of names) await cp(join(migrationsFolder, name), join(earlier, name));
    const { connection } = await startServer();
    await migrate(connection, earlier);
    const server = connectDatabase({ connection, poolSize: 1 });
    await sql<{ account_id: string }>`SELECT account_id FROM account`.rows(server);

    const { code, text } = await reposo("audit", data);
    expect(text).toContain(
      `another process serves this database, which lacks migrations of this version (${newest}`,
    );
    expect(text).toContain("npm run reposo -- migrate");
    expect(code).toBe(2);
    const applied = "SELECT name FROM schema_migration WHERE name = '" + newest + "'";
    expect(await query(applied)).toEqual([]);
    expect((await reposo("migrate", data)).text).toContain(`applied ${newest}`);
    expect(await query(applied)).toHaveLength(1);
    await server.destroy();
  });
});
