import { ownerRefusal, ownerStatements } from "#test/database/owner-statements.ts";
import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeTestFolder } from "#test/test-folder.ts";
import { readConfig } from "#platform/config/config.ts";
import { type FolderLock, lockFolder } from "#platform/files/data-folder.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "#platform/postgres/embedded/embedded-postgres.ts";
import { createLog, silentLog as log } from "#platform/logging/log.ts";
import { migrate } from "./migrate.ts";
import { type OpenDatabase, openDatabase } from "#platform/postgres/open-database.ts";
import { withClient } from "#platform/postgres/with-client.ts";

/**
 * These tests need their own PostgreSQL, because all databases of one PostgreSQL share roles. Only `reposo` needs no
 * password.
 */
let folder: string;
let lock: FolderLock;
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  folder = await makeTestFolder("login");
  const rules = join(folder, "pg_hba.conf");
  await writeFile(rules, "local all reposo trust\nlocal all all scram-sha-256\n");
  await chmod(rules, 0o644);
  lock = await lockFolder(join(folder, "data"));
  const settings = { fsync: "off", hba_file: rules };
  postgres = await startEmbeddedPostgres({ dataFolder: lock.folder, log, settings });
});
afterAll(async () => {
  await postgres.stop();
  await lock.release();
  await rm(folder, { recursive: true, force: true });
});

async function administer(...statements: string[]): Promise<void> {
  await withClient({ ...postgres.connection, database: "postgres" }, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

/** Counts the databases; each test gets one, with its owner and a superuser, as an administrator would set them up. */
let databases = 0;
let name: string;
beforeEach(async () => {
  const previous = name;
  name = `network_${++databases}`;
  if (previous !== undefined) await administer(`DROP DATABASE ${previous} WITH (FORCE)`);
  await administer(
    "DROP ROLE IF EXISTS reposo_app, web, admin, owner",
    "CREATE ROLE admin SUPERUSER LOGIN PASSWORD 'admins'",
    "CREATE ROLE owner CREATEROLE LOGIN PASSWORD 'owners'",
    `CREATE DATABASE ${name} OWNER owner`,
  );
});

const url = (user: string, password: string) =>
  `postgres:///${name}?host=${encodeURIComponent(postgres.connection.host)}&user=${user}&password=${password}`;

const open = (env: Record<string, string>) => openDatabase(readConfig(env), { log });

const loginOf = async ({ database }: OpenDatabase) => {
  const { rows } = await sql<{ login: string; role: string }>`
    SELECT session_user AS login, current_user AS role`.execute(database);
  return rows[0];
};

async function expectNoMoreRights({ database }: OpenDatabase): Promise<void> {
  const outcomes = await Promise.all(
    ownerStatements.map((statement) =>
      sql
        .raw(statement)
        .execute(database)
        .then(
          () => "allowed",
          (error: Error) => error.message,
        ),
    ),
  );
  for (const outcome of outcomes) expect(outcome).toMatch(ownerRefusal);
}

describe("the application's session", () => {
  it("[RUN-2] cannot regain the owner's rights with an embedded database", async () => {
    const own = await lockFolder(join(folder, "new"));
    const opened = await open({ DATA_DIR: own.folder });
    expect(await loginOf(opened)).toEqual({ login: "reposo_app", role: "reposo_app" });
    await expectNoMoreRights(opened);
    await opened.close();
    await own.release();
  });

  it("[RUN-2] starts with a new database without a warning in the log", async () => {
    const warnings: string[] = [];
    const own = await lockFolder(join(folder, "quiet"));
    const opened = await openDatabase(readConfig({ DATA_DIR: own.folder }), {
      log: createLog("warn", { write: (line) => void warnings.push(line) }),
    });
    await opened.close();
    await own.release();
    // As one string, so that the assertion's message contains the warnings.
    expect(warnings.join("")).toBe("");
  });

  it.each([
    ["admin", "admins"],
    ["owner", "owners"],
  ])(
    "[RUN-2] cannot regain them if DATABASE_URL names %s, even with several servers",
    async (user, password) => {
      const first = await open({ DATABASE_URL: url(user, password) });
      const second = await open({ DATABASE_URL: url(user, password) });
      for (const opened of [first, second]) {
        expect(await loginOf(opened)).toEqual({ login: "reposo_app", role: "reposo_app" });
        await expectNoMoreRights(opened);
        await opened.close();
      }
    },
  );

  it("[RUN-2] logs in even if a server of another database in the cluster changes the role at the same time", async () => {
    await migrate({ connectionString: url("owner", "owners") });
    const opened = await withClient({ ...postgres.connection, database: "postgres" }, async (other) => {
      await other.query(
        "BEGIN; ALTER ROLE reposo_app CONNECTION LIMIT 100; COMMENT ON ROLE reposo_app IS 'x'",
      );
      const opening = open({ DATABASE_URL: url("owner", "owners") });
      // Reports a rejection only when it is awaited below.
      opening.catch(() => {});
      const waiting = "SELECT FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted";
      await expect.poll(async () => (await other.query(waiting)).rowCount, { timeout: 30_000 }).toBe(1);
      await other.query("COMMIT");
      return opening;
    });
    expect((await loginOf(opened))?.login).toBe("reposo_app");
    await opened.close();
  });

  it("[RUN-2] uses a new derived password after the owner's password changes", async () => {
    await (await open({ DATABASE_URL: url("owner", "owners") })).close();
    await administer("ALTER ROLE owner PASSWORD 'changed'");
    const opened = await open({ DATABASE_URL: url("owner", "changed") });
    expect((await loginOf(opened))?.login).toBe("reposo_app");
    await opened.close();
  });

  it("[RUN-2] uses the password that the operator set for reposo_app, and creates the role with it", async () => {
    const settings = {
      DATABASE_URL: url("reposo_app", "operators"),
      MIGRATION_DATABASE_URL: url("owner", "owners"),
    };
    const opened = await open(settings);
    expect((await loginOf(opened))?.login).toBe("reposo_app");
    await opened.close();
    // A command that knows only the owner's login must not change the password, which would lock the servers out.
    await expect(open({ DATABASE_URL: url("admin", "admins") })).rejects.toThrow(
      /^the application cannot log in to the database as reposo_app \(.+\); .* set DATABASE_URL to that role and MIGRATION_DATABASE_URL to the owner$/,
    );
    await (await open(settings)).close();
  });

  it("[RUN-2] uses and keeps an operator's password that replaces the derived one", async () => {
    await (await open({ DATABASE_URL: url("owner", "owners") })).close();
    // docs/operating.md gives the operator these statements.
    await administer("ALTER ROLE reposo_app PASSWORD 'operators'; COMMENT ON ROLE reposo_app IS NULL");
    const settings = { DATABASE_URL: url("reposo_app", "operators") };
    const opened = await open(settings);
    expect((await loginOf(opened))?.login).toBe("reposo_app");
    await opened.close();
    await expect(open({ DATABASE_URL: url("owner", "owners") })).rejects.toThrow(
      /^the application cannot log in to the database as reposo_app /,
    );
    await (await open(settings)).close();
  });

  it("[RUN-2] warns that the application can create objects if only the owner of the database can prevent it", async () => {
    await administer(`ALTER DATABASE ${name} OWNER TO admin`);
    await withClient({ connectionString: url("admin", "admins") }, (client) =>
      client.query("GRANT CREATE ON SCHEMA public TO owner"),
    );
    const warnings: string[] = [];
    const opened = await openDatabase(readConfig({ DATABASE_URL: url("owner", "owners") }), {
      log: createLog("warn", { write: (line) => void warnings.push(line) }),
    });
    await opened.close();
    expect(warnings.join("")).toContain(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC, reposo_app`);
    await migrate({ connectionString: url("admin", "admins") });
    await expect(
      withClient({ connectionString: url("admin", "admins") }, async (client) => {
        const { rows } = await client.query<{ may: boolean }>(
          "SELECT has_database_privilege('reposo_app', current_database(), 'TEMPORARY') AS may",
        );
        return rows;
      }),
    ).resolves.toEqual([{ may: false }]);
  });

  it("[RUN-2] needs no owner's login without pending migrations, and otherwise asks for MIGRATION_DATABASE_URL", async () => {
    await administer(
      "CREATE ROLE reposo_app LOGIN PASSWORD 'operators'",
      "GRANT reposo_app TO owner WITH ADMIN OPTION",
    );
    await expect(open({ DATABASE_URL: url("reposo_app", "operators") })).rejects.toThrow(
      /^the database's schema cannot be brought up to date by the user of DATABASE_URL .* MIGRATION_DATABASE_URL/,
    );
    await migrate({ connectionString: url("owner", "owners") });
    const opened = await open({ DATABASE_URL: url("reposo_app", "operators") });
    await expectNoMoreRights(opened);
    await opened.close();
  });

  it("[RUN-2] may belong to a member of reposo_app, who also cannot insert orders that bypass the order graph", async () => {
    await migrate({ connectionString: url("admin", "admins") });
    await administer("CREATE ROLE web LOGIN PASSWORD 'webs'", "GRANT reposo_app TO web");
    const opened = await open({
      DATABASE_URL: url("web", "webs"),
      MIGRATION_DATABASE_URL: url("admin", "admins"),
    });
    expect(await loginOf(opened)).toEqual({ login: "web", role: "reposo_app" });
    await expectNoMoreRights(opened);
    const { rows } = await sql`SELECT is_importing_orders() AS imports FROM
      (SELECT set_config('role', 'none', false), set_config('reposo.importing_orders', 'on', false)) AS settings`.execute(
      opened.database,
    );
    expect(rows).toEqual([{ imports: false }]);
    await opened.close();
  });
});
