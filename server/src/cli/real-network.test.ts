import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "#platform/postgres/sql.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAdverts } from "#features/adverts/index.ts";
import { createDevices } from "#features/devices/index.ts";
import { findAccount } from "#features/login/index.ts";
import { verifyPassword } from "#features/login/passwords/password-hash.ts";
import { systemClock } from "#platform/time/clock.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { databaseUrlOf, runCommand } from "#test/clients/command-line.ts";

const examples = join(import.meta.dirname, "..", "..", "..", "docs", "example-network");
const four = ["outlets", "prices", "devices", "managers"] as const;

let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await openTestDatabase();
  folder = await makeTestFolder("cli");
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function reposo(args: readonly string[], input = "") {
  const { out, ...outcome } = await runCommand(args, {
    env: {
      DATABASE_URL: databaseUrlOf(test.connection),
      PUBLIC_URL: "https://chairs.example.com",
    },
    folder,
    readStandardInput: async () => input,
  });
  return { ...outcome, out: out.split("\n") };
}

const count = async (table: string) =>
  (await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.identifier(table)}`.execute(test.database))
    .rows[0]?.n;

describe("a real network from four CSV files", () => {
  const passwords = new Map<string, string>();

  it("changes nothing in a dry run", async () => {
    const { code, out } = await reposo(["import", "outlets", join(examples, "outlets.csv"), "--dry-run"]);
    expect(code).toBe(0);
    expect(out).toEqual([
      "outlets: would make 3 new, 0 changed, 0 as they were. Dry run: nothing was changed.",
    ]);
    expect(await count("outlet")).toBe(0);
  });

  it("[WHO-3] is complete after four imports, with several managers at one outlet", async () => {
    for (const kind of four) {
      const { code, out, err } = await reposo(["import", kind, join(examples, `${kind}.csv`)]);
      expect([kind, code, err]).toEqual([kind, 0, ""]);
      for (const [, name, password] of out.map((line) => /^(\S+) {2}(\S+)$/.exec(line) ?? []))
        if (name && password) passwords.set(name, password);
    }
    expect(await Promise.all(["outlet", "price", "device", "outlet_manager"].map(count))).toEqual([
      3, 6, 7, 4,
    ]);
    const managers = await sql<{ outlet_id: string; names: string[] }>`
      SELECT outlet_id, array_agg(login_name ORDER BY login_name) AS names
      FROM outlet_manager JOIN account USING (account_id) GROUP BY outlet_id ORDER BY outlet_id`.execute(
      test.database,
    );
    expect(managers.rows).toEqual([
      { outlet_id: "cebu-it-park", names: ["ana.cruz", "ben.lim"] },
      { outlet_id: "davao-abreeza", names: ["ana.cruz"] },
      { outlet_id: "penang-gurney", names: ["siti.aminah"] },
    ]);
    const lastPrice = await sql`
      SELECT minutes, amount_minor FROM price WHERE price_group_id = 'malaysia' AND gear = 3`.execute(
      test.database,
    );
    expect(lastPrice.rows).toEqual([{ minutes: 20, amount_minor: 950 }]);
  });

  it("gives every manager a separate password", async () => {
    expect([...passwords.keys()]).toEqual(["ana.cruz", "ben.lim", "siti.aminah"]);
    expect(new Set(passwords.values()).size).toBe(3);
    for (const [loginName, password] of passwords) {
      const account = await findAccount(test.database, loginName);
      expect(account && (await verifyPassword(password, account.passwordHash))).toBe(true);
    }
    expect((await findAccount(test.database, "ben.lim"))?.permissions).toEqual(["home", "user"]);
  });

  it.each(four)("reports no changes if %s are imported twice", async (kind) => {
    const before = await count("audit_entry");
    const { code, out } = await reposo(["import", kind, join(examples, `${kind}.csv`)]);
    expect([code, out.length]).toEqual([0, 1]);
    expect(out[0]).toMatch(new RegExp(`^${kind}: nothing changed, all \\d rows are as in the file\\.$`));
    expect(await count("audit_entry")).toBe(before);
  });

  it("imports coupons idempotently", async () => {
    const file = join(examples, "coupons.csv");
    expect((await reposo(["import", "coupons", file])).out).toEqual([
      "coupons: 2 new, 0 changed, 0 as they were.",
    ]);
    expect((await reposo(["import", "coupons", file])).out[0]).toContain("nothing changed");
    const coupon = await sql`
      SELECT valid_from, outlet_ids, gears, max_uses FROM coupon WHERE code = 'OPENING-DAY'`.execute(
      test.database,
    );
    expect(coupon.rows).toEqual([
      {
        valid_from: new Date("2026-11-30T16:00:00Z"),
        outlet_ids: ["cebu-it-park", "davao-abreeza"],
        gears: [1, 2],
        max_uses: 100,
      },
    ]);
  });

  it("[START-2] imports adverts idempotently", async () => {
    const file = join(examples, "adverts.csv");
    expect((await reposo(["import", "adverts", file])).out).toEqual([
      "adverts: 2 new, 0 changed, 0 as they were.",
    ]);
    expect((await reposo(["import", "adverts", file])).out[0]).toContain("nothing changed");
    const adverts = createAdverts({
      database: test.database,
      clock: { ...systemClock, now: () => new Date("2026-12-24T00:00:00Z") },
    });
    expect(await adverts.listAdverts("CEB0001", "zh_TW")).toEqual([
      {
        advertId: "christmas-2026",
        imageUrl: null,
        linkUrl: "https://chairs.example.com/christmas",
        text: "聖誕期間，三檔二十分鐘只要 ₱90。",
      },
      expect.objectContaining({ advertId: "welcome", text: "歡迎使用。掃碼、付款，然後放鬆。" }),
    ]);
    expect((await adverts.listAdverts("PEN0001", "en_US")).map(({ advertId }) => advertId)).toEqual([
      "welcome",
    ]);
  });

  it("updates only changed rows", async () => {
    const changed = (await readFile(join(examples, "managers.csv"), "utf8")).replace("Ben Lim", "Ben K. Lim");
    await writeFile(join(folder, "managers.csv"), changed);
    const { out } = await reposo(["import", "managers", "managers.csv"]);
    expect(out).toEqual(["managers: 0 new, 1 changed, 2 as they were."]);
    const account = await findAccount(test.database, "ben.lim");
    expect(account?.displayName).toBe("Ben K. Lim");
    expect(account && (await verifyPassword(passwords.get("ben.lim") ?? "", account.passwordHash))).toBe(
      true,
    );
  });

  it("imports the whole file or nothing, and reports the position of the problem", async () => {
    await writeFile(
      join(folder, "devices.csv"),
      "deviceId,outletId,priceGroupId\nCEB0009,cebu-it-park,philippines\nceb10,nowhere,malaysia\n",
    );
    const { code, err } = await reposo(["import", "devices", "devices.csv"]);
    expect(code).toBe(2);
    expect(err).toContain('devices.csv, line 3, column 1 "deviceId": ');
    expect(err).toContain('devices.csv, line 3, column 2 "outletId": there is no outlet "nowhere"');
    expect(await count("device")).toBe(7);
  });

  it("gives a chair a new secret, after which the earlier secret is invalid", async () => {
    const { authenticateDevice } = createDevices({ database: test.database, clock: systemClock });
    const rotate = async () => {
      const { code, out } = await reposo(["device", "credential", "CEB0001"]);
      expect(code).toBe(0);
      return out.at(-1) as string;
    };
    const first = await rotate();
    const second = await rotate();
    expect(await authenticateDevice("CEB0001", first)).toBe(false);
    expect(await authenticateDevice("CEB0001", second)).toBe(true);
    const cut = await sql`SELECT kind, subject FROM outbox`.execute(test.database);
    expect(cut.rows).toEqual([{ kind: "disconnectDevice", subject: "CEB0001" }]);
  });

  it("prints the label's QR code as SVG, and as PNG into a file", async () => {
    const { code, out } = await reposo(["device", "qr", "pen0001"]);
    expect([code, out[0]?.slice(0, 4)]).toEqual([0, "<svg"]);
    const png = await reposo(["device", "qr", "PEN0001", "--png", "-o", "label.png"]);
    expect(png.out).toEqual(["label.png: https://chairs.example.com/pages/index/index?deviceId=PEN0001"]);
    const { format, width } = await sharp(join(folder, "label.png")).metadata();
    expect([format, width]).toEqual(["png", 1024]);
  });

  it("passes every audit", async () => {
    const { code, out } = await reposo(["audit"]);
    expect([code, out.at(-1)]).toEqual([0, expect.stringMatching(/^All \d+ audits passed\.$/)]);
  });
});
