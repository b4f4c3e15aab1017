import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { silentLog as log } from "#platform/logging/log.ts";
import { openDatabase } from "#platform/postgres/open-database.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { startSystemPostgres, type SystemPostgres } from "#test/database/system-postgres.ts";
import { makeTestFolder } from "#test/test-folder.ts";

let folder: string;
let servers: SystemPostgres[] = [];

beforeAll(async () => {
  folder = await makeTestFolder("hosts");
  servers = await Promise.all(["one", "two"].map((name) => startSystemPostgres(join(folder, name))));
  for (const server of servers) {
    await server.administer("CREATE DATABASE reposo");
    await server.administer(`ALTER DATABASE reposo SET test.folder = '${server.socketFolder}'`);
    await (await openDatabase(readConfig({ DATABASE_URL: server.urlOf("reposo") }), { log })).close();
  }
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function setReadOnly(server: SystemPostgres, value: "on" | "off") {
  await server.administer(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
  await server.administer("SELECT pg_reload_conf()");
}

it("[READY-1] of several hosts of DATABASE_URL, every connection uses the one that can be written", async () => {
  const [one, two] = servers as [SystemPostgres, SystemPostgres];
  await setReadOnly(one, "on");
  const hosts = servers.map(({ socketFolder }) => encodeURIComponent(socketFolder)).join();
  const url = `postgres://admin@${hosts}/reposo?target_session_attrs=read-write`;
  const opened = await openDatabase(readConfig({ DATABASE_URL: url }), { log });
  const { database } = opened;
  const folderInUse = () =>
    transact(database, async (uow) => {
      await sql`INSERT INTO try_window (subject, window_start, tries) VALUES ('host', now(), 0)
        ON CONFLICT DO NOTHING`.execute(uow);
      const [row] = await sql<{ name: string }>`
        SELECT current_setting('test.folder') AS name`.rows(uow);
      return row?.name;
    });
  expect(await folderInUse()).toBe(two.socketFolder);
  expect(await database.check()).toBe("up");

  // The roles change; the pool still has connections to the former writable host.
  await setReadOnly(one, "off");
  await setReadOnly(two, "on");
  await vi.waitFor(async () => expect(await folderInUse()).toBe(one.socketFolder), { timeout: 30_000 });
  expect(await database.check()).toBe("up");

  await two.kill();
  expect(await folderInUse()).toBe(one.socketFolder);
  await setReadOnly(one, "on");
  await vi.waitFor(async () => expect(await database.check()).toBe("readOnly"), { timeout: 30_000 });
  await opened.close();
  await two.start();
});
