import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "#platform/time/clock.ts";
import { readConfig } from "#platform/config/config.ts";
import { connectDatabase } from "#platform/postgres/database.ts";
import { silentLog as log } from "#platform/logging/log.ts";
import { openDatabase } from "#platform/postgres/open-database.ts";
import { loadSomeHistory } from "#test/app/demo-history.ts";
import { dumpSchema } from "#test/database/schema-dump.ts";
import { startSystemPostgres, type SystemPostgres } from "#test/database/system-postgres.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { runCli } from "#cli/run-cli.ts";
import { sql } from "#platform/postgres/sql.ts";

let folder: string;
let first: SystemPostgres;
let second: SystemPostgres;
beforeAll(async () => {
  folder = await makeTestFolder("external");
  first = await startSystemPostgres(join(folder, "1"));
  second = await startSystemPostgres(join(folder, "2"));
}, 120_000);
afterAll(async () => {
  await first.stop();
  await second.stop();
  await rm(folder, { recursive: true, force: true });
});

async function reposo(args: string, env: Record<string, string>) {
  const lines: string[] = [];
  const code = await runCli(args.split(" "), {
    env,
    clock: systemClock,
    folder,
    out: (line) => lines.push(line),
    err: (line) => lines.push(line),
    readStandardInput: async () => "",
    promptSecret: null,
  });
  return { code, text: lines.join("\n") };
}

it("[G-12] restores a pg_dump into a new cluster, where `migrate` creates role and rights, and passes the same audits", async () => {
  await first.administer("CREATE DATABASE network");
  const server = await openDatabase(readConfig({ DATABASE_URL: first.urlOf("network") }), { log });
  const owner = connectDatabase({ connection: server.ownerConnection, poolSize: 1 });
  const orders = await loadSomeHistory(owner);
  await owner.destroy();
  await server.close();
  const dump = join(first.socketFolder, "network.dump");
  await first.run("pg_dump", "--format=custom", `--file=${dump}`, first.urlOf("network"));

  await second.administer("CREATE ROLE keeper CREATEROLE LOGIN");
  await second.administer("CREATE DATABASE restored OWNER keeper");
  const url = second.urlOf("restored", "keeper");
  await second.run("pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", `--dbname=${url}`, dump);
  expect(await reposo("migrate", { DATABASE_URL: url })).toMatchObject({ code: 0 });
  expect(await dumpSchema({ connectionString: url })).toBe(
    await dumpSchema({ connectionString: first.urlOf("network") }),
  );
  const audited = await reposo("audit", { DATABASE_URL: url });
  expect(audited.text).toMatch(/All \d+ audits hold\.$/);
  expect(audited.code).toBe(0);

  const restored = await openDatabase(readConfig({ DATABASE_URL: url }), { log });
  const { count } = await sql<{ count: number }>`SELECT count(*) AS count FROM orders`.firstRow(
    restored.database,
  );
  expect(count).toBe(orders);
  await restored.close();
}, 120_000);
