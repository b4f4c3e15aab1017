import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeCaseAbout, openCase } from "#features/cases/index.ts";
import { findAccount } from "#features/login/index.ts";
import { verifyPassword } from "#features/login/passwords/password-hash.ts";
import { folderOwner, lockFolder } from "#platform/files/data-folder.ts";
import { startEmbeddedPostgres } from "#platform/postgres/embedded/embedded-postgres.ts";
import { silentLog } from "#platform/logging/log.ts";
import { createEmptyDatabase, openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeOutlet } from "#test/app/network-factory.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import type { Terminal } from "./terminal.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { databaseUrlOf, runCommand } from "#test/clients/command-line.ts";

let test: TestDatabase;
let folder: string;
let url: string;
beforeAll(async () => {
  test = await openTestDatabase();
  folder = await makeTestFolder("cli");
  url = databaseUrlOf(test.connection);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function reposo(args: readonly string[], more: Partial<Terminal> = {}) {
  return runCommand(args, { env: { DATABASE_URL: url }, folder, ...more });
}

const givenPassword = (password: string) => ({ readStandardInput: async () => `${password}\n` });

describe("the command line", () => {
  it("prints help and exits with 0", async () => {
    const { code, out } = await reposo(["--help"]);
    expect(code).toBe(0);
    for (const command of ["account", "import", "device", "audit", "attention", "migrate"])
      expect(out).toContain(command);
    expect((await reposo(["import", "prices", "--help"])).out).toContain("priceGroupId");
  });

  it.each([
    [["bogus"], "unknown command 'bogus'"],
    [["import", "outlets"], "missing required argument 'file'"],
    [["import", "outlets", "none.csv"], "none.csv: there is no such file"],
    [["account", "create", "x", "--kind", "king"], "--kind"],
    [["account", "create", "no spaces"], "A login name is"],
    [
      ["account", "create", "x", "--permissions", "home,everything"],
      '"everything" is none of home, details, user',
    ],
    [["account", "create", "x", "--time-zone", "Mars"], '"Mars" is no time zone of the form Area/City'],
    [["account", "create", "x", "--time-zone", "+08:00"], '"+08:00" is no time zone of the form Area/City'],
    [["account", "create", "x", "--outlets", "nowhere"], 'there is no outlet "nowhere"'],
    [["account", "create", "x", "--outlets", ""], "--outlets: has no value"],
    [["account", "create", "x", "--permissions", " , "], "--permissions: has no value"],
    [["account", "create", "x", "--kind", "operator", "--outlets", "a"], "only a manager has outlets"],
    [["device", "qr", "MC100001", "--png"], "-o FILE.png"],
    [["device", "qr", "MC100001", "--png", "--svg"], "one of --svg and --png"],
    [["attention", "close", "x"], "--note"],
    [["attention", "evidence", "x"], "--output"],
    [["attention", "close", "x", "--note", " "], "--note must not be empty."],
    [["attention", "close", "--kind", "coinDoubted", "--note", "y"], '"coinDoubted" is none of '],
  ])("exits with 2 on %j", async (args, message) => {
    const { code, err } = await reposo(args);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  it.each([
    [["account", "disable", "nobody"], 'There is no account "nobody".'],
    [["account", "enable", "nobody"], 'There is no account "nobody".'],
    [["account", "password", "nobody"], 'There is no account "nobody".'],
    [["device", "credential", "MC9999"], 'There is no chair "MC9999".'],
    [["device", "credential", "no chair"], 'There is no chair "NOCHAIR".'],
    [["device", "qr", "MC9999"], 'There is no chair "MC9999".'],
    [["cash", "accept", "--device", "mc9999"], 'There is no chair "MC9999".'],
    [["attention", "close", "x", "--note", "y"], 'There is no case "x".'],
    [["attention", "evidence", "x", "-o", "y.pdf"], 'There is no case "x".'],
  ])("exits with 1 on %j", async (args, message) => {
    const { code, err } = await reposo(args);
    expect([code, err]).toEqual([1, message]);
  });

  it("names a bad setting", async () => {
    const { code, err } = await reposo(["audit"], { env: { DATABASE_URL: "mysql://x/y" } });
    expect(code).toBe(2);
    expect(err).toMatch(/^setting DATABASE_URL /);
  });
});

describe("a folder without a database", () => {
  it.each([
    "audit",
    "refund list",
    "attention list",
    "attention close x --note y",
    "device qr MC100001",
    "device credential MC100001",
    "account disable x",
    "account enable x",
    "coupons create --count 1 --property free",
    "import outlets kept.csv --dry-run",
  ])("is refused by %s, and left unchanged", async (command) => {
    await writeFile(join(folder, "kept.csv"), "outletId,name,timeZone,currency\n");
    const [missing, bare] = [join(folder, "mistyped"), join(folder, "bare")];
    await mkdir(bare, { recursive: true });
    for (const folderPath of [missing, bare]) {
      const { code, out, err } = await reposo(command.split(" "), { env: { DATA_DIR: folderPath } });
      expect([code, out, err]).toEqual([
        2,
        "",
        expect.stringContaining(`there is no database in ${folderPath}`),
      ]);
    }
    expect(existsSync(missing)).toBe(false);
    expect(await readdir(bare)).toEqual([]);
  });

  it.each(["kept.csv", "kept.csv/data"])(
    "is reported as an invalid setting if DATA_DIR is the file %s",
    async (name) => {
      await writeFile(join(folder, "kept.csv"), "outletId,name,timeZone,currency\n");
      const dataFolder = join(folder, name);
      const { code, out, err } = await reposo(["audit"], { env: { DATA_DIR: dataFolder } });
      const explained = `setting DATA_DIR: ${dataFolder} cannot be used: it is not a folder`;
      expect([code, out, err]).toEqual([2, "", expect.stringContaining(explained)]);
    },
  );

  it("is rejected if DATABASE_URL names an empty or missing database", async () => {
    const empty = await createEmptyDatabase();
    try {
      const env = { DATABASE_URL: url.replace(/\/\/\/[^?]*/, `///${empty.database}`) };
      const { code, err } = await reposo(["audit"], { env });
      expect([code, err]).toEqual([2, expect.stringContaining("DATABASE_URL is empty")]);
      expect((await reposo(["audit"], { env })).code).toBe(2);
    } finally {
      await empty.drop();
    }
  });

  it("is reported as an invalid setting, not as a failed audit, if the database is missing", async () => {
    const { code, err } = await reposo(["audit"], {
      env: { DATABASE_URL: url.replace(/\/\/\/[^?]*/, "///no_such_database") },
    });
    expect([code, err]).toEqual([2, expect.stringMatching(/^setting DATABASE_URL: .*no_such_database/)]);
  });
});

describe("accounts", () => {
  it("[WHO-3] are created with a password from standard input, changed and disabled", async () => {
    const created = await reposo(
      ["account", "create", "ops.one", "--kind", "operator", "--name", "Operator One", "--password-stdin"],
      givenPassword("first-password"),
    );
    expect(created).toMatchObject({ code: 0, out: 'Account "ops.one" (operator) created.' });
    const account = await findAccount(test.database, "OPS.ONE");
    expect(account).toMatchObject({ kind: "operator", displayName: "Operator One", permissions: [] });
    expect((await reposo(["account", "create", "Ops.One"])).err).toBe(
      'The account "Ops.One" already exists.',
    );

    const changed = await reposo(
      ["account", "password", "ops.one", "--password-stdin"],
      givenPassword("second-one"),
    );
    expect(changed.code).toBe(0);
    const after = await findAccount(test.database, "ops.one");
    expect(after && (await verifyPassword("second-one", after.passwordHash))).toBe(true);

    expect((await reposo(["account", "disable", "ops.one"])).code).toBe(0);
    expect((await reposo(["account", "disable", "ops.one"])).out).toContain("nothing was changed");
    expect((await findAccount(test.database, "ops.one"))?.disabledAt).not.toBeNull();
  });

  it("[WHO-3] are enabled again, with one entry in the audit trail", async () => {
    await reposo(["account", "create", "ops.back", "--password-stdin"], givenPassword("first-password"));
    expect((await reposo(["account", "enable", "ops.back"])).out).toBe(
      'Account "ops.back" is already enabled; nothing was changed.',
    );
    await reposo(["account", "disable", "ops.back"]);
    expect(await reposo(["account", "enable", "OPS.BACK"])).toMatchObject({
      code: 0,
      out: 'Account "OPS.BACK" is enabled again, with the same password.',
    });
    expect((await reposo(["account", "enable", "ops.back"])).out).toContain("nothing was changed");
    const account = await findAccount(test.database, "ops.back");
    expect(account?.disabledAt).toBeNull();
    const trail = await sql<{ action: string }>`SELECT action FROM audit_entry
      WHERE subject = ${account?.accountId} ORDER BY audit_id`.execute(test.database);
    expect(trail.rows.map(({ action }) => action)).toEqual([
      "account.created",
      "account.disabled",
      "account.enabled",
    ]);
  });

  it("[STAFF-1] have their permissions shown, granted, and revoked, with both values in the audit trail", async () => {
    await reposo(["account", "create", "m.rights", "--permissions", "home,user"]);
    const permissionsOf = async () => (await findAccount(test.database, "m.rights"))?.permissions;
    expect((await reposo(["account", "show", "M.Rights"])).out).toContain(
      "Permissions  home, user\nNot granted  details, cash, start, stop, refund, coupons, service, export",
    );
    expect(await reposo(["account", "grant", "m.rights", "stop", "start", "home"])).toMatchObject({
      code: 0,
      out: 'Permissions of "m.rights": home, user, start, stop.',
    });
    expect((await reposo(["account", "grant", "m.rights", "stop"])).out).toContain("Nothing was changed.");
    expect((await reposo(["account", "revoke", "m.rights", "start", "cash"])).code).toBe(0);
    expect(await permissionsOf()).toEqual(["home", "user", "stop"]);

    const invalid = await reposo(["account", "grant", "m.rights", "everything"]);
    expect([invalid.code, invalid.err]).toEqual([2, expect.stringContaining("everything")]);
    expect((await reposo(["account", "grant", "m.nobody", "stop"])).err).toBe(
      'There is no account "m.nobody".',
    );
    await reposo(["account", "create", "ops.rights", "--kind", "operator"]);
    expect((await reposo(["account", "grant", "ops.rights", "stop"])).code).toBe(2);
    expect(await permissionsOf()).toEqual(["home", "user", "stop"]);
    const account = await findAccount(test.database, "m.rights");
    const trail = await sql<{ detail: unknown }>`SELECT detail FROM audit_entry
      WHERE subject = ${account?.accountId} AND action = 'account.changed' ORDER BY audit_id`.execute(
      test.database,
    );
    expect(trail.rows.map(({ detail }) => detail)).toEqual([
      { permissions: { before: ["home", "user"], after: ["home", "user", "start", "stop"] } },
      { permissions: { before: ["home", "user", "start", "stop"], after: ["home", "user", "stop"] } },
    ]);
  });

  it("[WHO-3] accept outlets separated by commas or semicolons, and reject a manager without any", async () => {
    const [one, two] = [await makeOutlet(test.owner), await makeOutlet(test.owner)];
    for (const [name, outlets] of [
      ["m.commas", `${one}, ${two}`],
      ["m.semicolons", `${one};${two}`],
    ] as const) {
      const { code, err } = await reposo(["account", "create", name, "--outlets", outlets]);
      expect([code, err]).toEqual([0, ""]);
      const managed = await sql`SELECT outlet_id FROM outlet_manager JOIN account USING (account_id)
        WHERE login_name = ${name}`.execute(test.owner);
      expect(managed.rows).toHaveLength(2);
    }
    const { code, err } = await reposo(["account", "create", "m.none"]);
    expect([code, err]).toEqual([0, expect.stringContaining("has no outlets yet")]);
  });

  it("reject a password that is too short, and two that differ", async () => {
    const short = await reposo(["account", "create", "ops.two", "--password-stdin"], givenPassword("short"));
    expect([short.code, short.err]).toEqual([2, expect.stringContaining("8 characters")]);
    const answers = ["long-enough-1", "long-enough-2"];
    const differ = await reposo(["account", "create", "ops.two"], {
      promptSecret: async () => answers.shift() as string,
    });
    expect([differ.code, differ.err]).toEqual([2, "The two passwords differ; nothing was changed."]);
    expect(await findAccount(test.database, "ops.two")).toBeNull();
  });

  it("[LOGIN-6] reject a common password or the account's name as password, even if typed or for an existing account", async () => {
    const create = (password: string) =>
      reposo(["account", "create", "lena.cruz", "--password-stdin"], givenPassword(password));
    for (const password of ["password123", "Qwertyuiop", "P@ssw0rd2024", "lena.cruz1"]) {
      const { code, err } = await create(password);
      expect([code, err], password).toEqual([2, expect.stringContaining("common, breached, or derived")]);
    }
    const typed = await reposo(["account", "create", "lena.cruz"], { promptSecret: async () => "iloveyou1" });
    expect(typed.code).toBe(2);
    expect(await findAccount(test.database, "lena.cruz")).toBeNull();
    expect((await create("seven-quiet-otters")).code).toBe(0);
    const replaced = await reposo(
      ["account", "password", "lena.cruz", "--password-stdin"],
      givenPassword("12345678"),
    );
    expect(replaced.code).toBe(2);
    const account = await findAccount(test.database, "lena.cruz");
    expect(account && (await verifyPassword("seven-quiet-otters", account.passwordHash))).toBe(true);

    await reposo(["account", "create", "z.q", "--name", "Zorvath Quillimond"]);
    const named = await reposo(
      ["account", "password", "z.q", "--password-stdin"],
      givenPassword("zorvathquillimond"),
    );
    expect([named.code, named.err]).toEqual([2, expect.stringContaining("common, breached, or derived")]);
  });

  it("[LOGIN-6] get an initial password that expires after seven days, except operators", async () => {
    const daysLeft = async (name: string) => {
      const expiresAt = (await findAccount(test.database, name))?.passwordExpiresAt;
      return expiresAt ? (expiresAt.getTime() - Date.now()) / 86_400_000 : null;
    };
    const created = await reposo(["account", "create", "m.initial"]);
    expect(created.out).toContain("The password expires after 7 days");
    expect(await daysLeft("m.initial")).toBeCloseTo(7, 1);
    expect((await reposo(["account", "password", "m.initial"])).out).toContain("expires after 7 days");
    const operator = await reposo(["account", "create", "ops.lasting", "--kind", "operator"]);
    expect(operator.out).not.toContain("expires");
    expect((await reposo(["account", "password", "ops.lasting"])).out).not.toContain("expires");
    expect(await daysLeft("ops.lasting")).toBeNull();
  });

  it("[WHO-3] accept every name of a time zone that imports accept", async () => {
    for (const [index, timeZone] of ["UTC", "Asia/Kolkata", "Asia/Yangon"].entries()) {
      const name = `m.zone${index}`;
      const { code, err } = await reposo(["account", "create", name, "--time-zone", timeZone]);
      expect([code, err]).toEqual([0, expect.stringContaining("has no outlets yet")]);
      expect(await findAccount(test.database, name)).toMatchObject({ timeZone });
    }
  });

  it("get a generated password, printed once, if none is given", async () => {
    const { out } = await reposo(["account", "create", "ops.three", "--kind", "operator"]);
    const password = /shown only this once: (\S+)$/.exec(out)?.[1] ?? "";
    const account = await findAccount(test.database, "ops.three");
    expect(account && (await verifyPassword(password, account.passwordHash))).toBe(true);
  });
});

describe("audit and attention", () => {
  it("[G-5] exit with 1 and show the rows if an audit fails", async () => {
    await sql`INSERT INTO coupon (coupon_id, code, property, uses_taken, created_at)
      VALUES (gen_random_uuid(), 'BURNT', 'free', 1, now())`.execute(test.owner);
    const { code, out, err } = await reposo(["audit"]);
    expect([code, err]).toEqual([1, expect.stringMatching(/^1 of \d+ audits failed\.$/)]);
    expect(out).toContain("FAILED  G-5   coupon-uses");
    expect(out).toContain('{"code":"BURNT","max_uses":1,"uses_taken":1,"held":0}');
    const json: unknown = JSON.parse((await reposo(["audit", "--json"])).out);
    expect(json).toMatchObject([{ guarantee: "G-5", audit: "coupon-uses", rows: [{ code: "BURNT" }] }]);
    await sql`DELETE FROM coupon`.execute(test.owner);
    expect((await reposo(["audit"])).code).toBe(0);
  });

  it("list and close cases", async () => {
    expect((await reposo(["attention", "list"])).out).toBe("No open cases.");
    await transact(test.database, (uow) =>
      openCase(uow, {
        kind: "refundFailed",
        deviceId: null,
        orderId: null,
        subject: "refund 1",
        detail: { tries: 9 },
        openedAt: new Date("2026-11-21T08:00:00Z"),
      }),
    );
    const listed = (await reposo(["attention", "list"])).out;
    const evidence = ["attention", "evidence", listed.split(" ")[0] as string, "-o", "evidence.pdf"];
    expect(await reposo(evidence)).toMatchObject({
      code: 1,
      err: expect.stringContaining("not about a dispute"),
    });
    expect(listed).toContain('refundFailed  device -  order -  {"tries":9}');
    const caseId = listed.split(" ")[0] as string;
    const close = ["attention", "close", caseId, "--note", "paid back by hand"];
    expect((await reposo(close)).out).toBe("1 closed.");
    expect((await reposo(close)).out).toBe("0 closed; 1 were closed before and are unchanged.");
    const trail = await sql`SELECT detail FROM audit_entry WHERE action = 'attention.close'`.execute(
      test.database,
    );
    expect(trail.rows).toEqual([{ detail: { note: "paid back by hand" } }]);
  });

  it("list and close several cases, or close those of a kind and time, all or none of them", async () => {
    const open = (kind: "eventGap" | "ranShort", day: string) =>
      transact(test.database, (uow) =>
        openCase(uow, {
          kind,
          deviceId: null,
          orderId: null,
          subject: `${kind} ${day}`,
          detail: {},
          openedAt: new Date(`2026-11-${day}T08:00:00Z`),
        }),
      );
    const openKinds = async () => {
      const { rows } = await sql<{ subject: string }>`
        SELECT subject FROM attention_case WHERE closed_at IS NULL ORDER BY subject`.execute(test.database);
      return rows.map(({ subject }) => subject);
    };
    for (const day of ["20", "21", "22"]) await open("eventGap", day);
    await open("ranShort", "19");
    const shown = (await reposo(["attention", "list", "--limit", "3"])).out.split("\n");
    expect(shown.map((line) => line.split("  ")[2])).toEqual(["ranShort", "eventGap", "eventGap", undefined]);
    expect(shown.at(-1)).toBe("The first 3 of 4 are shown; --limit sets the number.");
    expect((await reposo(["attention", "list", "--limit", "4"])).out.split("\n").at(-1)).toBe("4 open.");
    const [firstId = ""] = (await reposo(["attention", "list"])).out.split(" ");
    const close = (...args: string[]) => reposo(["attention", "close", ...args, "--note", "network failure"]);

    expect(await close(firstId, "unknown")).toMatchObject({ code: 1, err: 'There is no case "unknown".' });
    expect(await close(firstId, "--kind", "eventGap")).toMatchObject({ code: 2 });
    expect(await openKinds()).toHaveLength(4);
    expect((await close("--kind", "eventGap", "--opened-before", "2026-11-22")).out).toBe("2 closed.");
    expect(await openKinds()).toEqual(["eventGap 22", "ranShort 19"]);
    expect((await close("--kind", "eventGap")).out).toBe("1 closed.");
    expect((await close("--kind", "ranShort")).out).toBe("1 closed.");
  });

  it("[CASH-3] do not close a case of coins that wait for a decision", async () => {
    const opened = {
      kind: "coinsDoubted",
      deviceId: null,
      orderId: null,
      subject: "coins",
      detail: {},
    } as const;
    await transact(test.database, (uow) => openCase(uow, { ...opened, openedAt: new Date() }));
    const refused = { code: 1, err: expect.stringContaining("with the decision about its last coin") };
    const [caseId = ""] = (await reposo(["attention", "list"])).out.split(" ");
    expect(await reposo(["attention", "close", caseId, "--note", "seen"])).toMatchObject(refused);
    expect(await reposo(["attention", "close", "--kind", "coinsDoubted", "--note", "seen"])).toMatchObject(
      refused,
    );
    expect((await reposo(["attention", "list"])).out).toContain(caseId);
    await transact(test.database, (uow) => closeCaseAbout(uow, { ...opened, closedAt: new Date() }));
  });

  it("migrate reports that the schema is up to date", async () => {
    expect(await reposo(["migrate"])).toMatchObject({
      code: 0,
      out: "The schema is up to date; nothing was changed.",
    });
  });
});

describe("the embedded database", () => {
  it("is started for the command if no server runs, and shared with a running server", async () => {
    const dataFolder = join(folder, "data");
    const env = { DATA_DIR: dataFolder };
    const migrated = await reposo(["migrate"], { env });
    expect(migrated.code).toBe(0);
    expect(migrated.out).toContain("applied 0001-accounts.sql");
    expect(await folderOwner(dataFolder)).toBeNull();
    expect(existsSync(join(dataFolder, "postgres", "postmaster.pid"))).toBe(false);

    const lock = await lockFolder(dataFolder);
    const postgres = await startEmbeddedPostgres({ dataFolder: lock.folder, log: silentLog });
    try {
      expect((await reposo(["account", "create", "concurrent"], { env })).code).toBe(0);
      expect((await reposo(["audit"], { env })).code).toBe(0);
    } finally {
      await postgres.stop();
      await lock.release();
    }
    expect((await reposo(["account", "disable", "concurrent"], { env })).code).toBe(0);
  });
});
