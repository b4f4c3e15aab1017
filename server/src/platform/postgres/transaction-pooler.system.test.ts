import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createEmptyDatabase } from "#test/database/database.ts";
import { findQuietPort } from "#test/network/quiet-port.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { readConfig } from "#platform/config/config.ts";
import { silentLog as log } from "#platform/logging/log.ts";
import { openDatabase } from "./open-database.ts";
import { postgresUser } from "#platform/postgres/embedded/postgres-home.ts";
import { sql } from "./sql.ts";
import { withClient } from "./with-client.ts";

let folder: string;
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  folder = await makeTestFolder("pooler");
  await chmod(folder, 0o755);
  empty = await createEmptyDatabase();
});
afterAll(async () => {
  await empty.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the path of PgBouncer: the test runner sets it; a single test file uses the installed program. */
const pgBouncer = (): string =>
  [process.env["PGBOUNCER_PATH"], "/usr/sbin/pgbouncer", "/opt/homebrew/bin/pgbouncer"].find(
    (path) => path !== undefined && existsSync(path),
  ) ?? "pgbouncer";

/** Starts PgBouncer with the configuration that docs/operating.md describes. */
async function openPooler(mode: "session" | "transaction" | "statement") {
  const port = await findQuietPort();
  const config = join(folder, `${mode}.ini`);
  const users = join(folder, "users.txt");
  const lines = [
    "[databases]",
    `* = host='${empty.host}'`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = trust",
    `auth_file = ${users}`,
    `pool_mode = ${mode}`,
  ];
  await writeFile(config, `${lines.join("\n")}\n`);
  await writeFile(users, '"reposo" ""\n"reposo_app" ""\n');
  const user = process.getuid?.() === 0 ? postgresUser() : null;
  if (user) for (const file of [folder, config, users]) await chown(file, user.uid, user.gid);
  const child: ChildProcess = spawn(pgBouncer(), [config], { stdio: "ignore", cwd: "/", ...(user ?? {}) });
  const url = `postgres://reposo@127.0.0.1:${port}/${empty.database}`;
  await vi.waitFor(() => withClient({ connectionString: url }, async () => {}), { timeout: 20_000 });
  return {
    url,
    async close() {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

describe("a connection pooler", () => {
  it.each(["DATABASE_URL", "MIGRATION_DATABASE_URL"])(
    "[RUN-2] in transaction mode is refused at the start, in a line that names %s",
    async (setting) => {
      const pooler = await openPooler("transaction");
      try {
        const direct = `postgres:///${empty.database}?user=reposo&host=${encodeURIComponent(String(empty.host))}`;
        const config = readConfig({
          DATABASE_URL: direct,
          MIGRATION_DATABASE_URL: direct,
          [setting]: pooler.url,
        });
        await expect(openDatabase(config, { log })).rejects.toThrow(
          `setting ${setting} leads to a connection pooler in transaction mode`,
        );
      } finally {
        await pooler.close();
      }
    },
  );

  it("[RUN-2] in statement mode is refused at the start as well", async () => {
    const pooler = await openPooler("statement");
    try {
      await expect(openDatabase(readConfig({ DATABASE_URL: pooler.url }), { log })).rejects.toThrow(
        "setting DATABASE_URL: the database accepts no transactions",
      );
    } finally {
      await pooler.close();
    }
  });

  it("[RUN-2] in session mode is supported without further settings", async () => {
    const pooler = await openPooler("session");
    try {
      const opened = await openDatabase(readConfig({ DATABASE_URL: pooler.url }), { log });
      const rows = await Promise.all(
        Array.from({ length: 30 }, (_, value) =>
          sql<{ value: number; role: string; zone: string }>`
            SELECT ${value}::integer AS value, current_user AS role, current_setting('timezone') AS zone`.firstRow(
            opened.database,
          ),
        ),
      );
      expect(rows).toEqual(rows.map((_, value) => ({ value, role: "reposo_app", zone: "UTC" })));
      await opened.close();
    } finally {
      await pooler.close();
    }
  });
});
