import { permissions } from "@reposo/contract/permissions.ts";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { importKinds } from "./import-kinds.ts";
import { databaseUrlOf, runPrinting } from "#test/clients/command-line.ts";

let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await openTestDatabase();
  folder = await makeTestFolder("import");
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function load(kind: string, ...lines: string[]) {
  await writeFile(join(folder, `${kind}.csv`), `${lines.join("\n")}\n`);
  return runPrinting(["import", kind, `${kind}.csv`], {
    env: { DATABASE_URL: databaseUrlOf(test.connection) },
    folder,
  });
}

const read = async (table: string, columns: string) =>
  (await sql.raw(`SELECT ${columns} FROM ${table} ORDER BY 1`).execute(test.owner)).rows;

/** Expects that the import changes one row, and that importing the same file again changes nothing. */
async function changesOnce(kind: string, ...lines: string[]) {
  expect(await load(kind, ...lines)).toEqual({ code: 0, out: `${kind}: 0 new, 1 changed, 0 as they were.` });
  await expectUnchanged(kind, ...lines);
}
async function expectUnchanged(kind: string, ...lines: string[]) {
  const out = `${kind}: nothing changed, all 1 rows are as in the file.`;
  expect(await load(kind, ...lines)).toEqual({ code: 0, out });
}

it("[WHO-3] an import of a file with a header only says that it contains no rows", async () => {
  expect(await load("outlets", "outletId,name,timeZone,currency")).toEqual({
    code: 0,
    out: "outlets: nothing changed, the file contains no rows.",
  });
});

it("[WHO-3] an import refuses an outlet at 0, 0, as a proposal of that position is refused", async () => {
  const { code, out } = await load(
    "outlets",
    "outletId,name,timeZone,currency,latitude,longitude",
    "island,Mall,Asia/Manila,PHP,0,0",
    "equator,Mall,Asia/Jakarta,IDR,0,109.3",
  );
  expect(code).toBe(2);
  expect(out).toContain('outlets.csv, line 2, column 5 "latitude": 0, 0 is in the Atlantic Ocean');
  expect(out).not.toContain("line 3");
});

describe("a column that a file lacks stays unchanged, and an empty cell sets the default", () => {
  it("[WHO-3] of outlets", async () => {
    const columns = "name, address, latitude, longitude, payment_providers, refund_policy, opening_hours";
    const requiredColumns = "outletId,name,timeZone,currency";
    expect(
      await load(
        "outlets",
        `${requiredColumns},address,latitude,longitude,paymentProviders,refundPolicy,openingHours`,
        "one,One,Asia/Manila,PHP,Here,1.5,2.5,xendit;stripe,full,Mo 18:00-02:00; Tu-Su off",
      ),
    ).toMatchObject({ code: 0 });
    await expectUnchanged("outlets", requiredColumns, "one,One,Asia/Manila,PHP");
    await changesOnce("outlets", requiredColumns, "one,Two,Asia/Manila,PHP");
    const unchanged = {
      name: "Two",
      address: "Here",
      latitude: 1.5,
      longitude: 2.5,
      payment_providers: ["xendit", "stripe"],
      refund_policy: "full",
      opening_hours: [[{ opens: 1_080, closes: 1_560 }], [], [], [], [], [], []],
    };
    expect(await read("outlet", columns)).toEqual([unchanged]);
    await changesOnce(
      "outlets",
      `${requiredColumns},refundPolicy,latitude,openingHours`,
      "one,Two,Asia/Manila,PHP,,,",
    );
    expect(await read("outlet", columns)).toEqual([
      { ...unchanged, refund_policy: "proportional", latitude: null, opening_hours: null },
    ]);
  });

  it("[HELP-1] of an outlet's contact", async () => {
    const requiredColumns = "outletId,name,timeZone,currency";
    const required = "help,Help,Asia/Manila,PHP";
    const contact = async () =>
      (await read("outlet WHERE outlet_id = 'help'", "contact")) as readonly { contact: object | null }[];
    await load(
      "outlets",
      `${requiredColumns},contactName,contactPhone,contactMessenger,contactHours`,
      `${required},Ana,+63 917 555 0100,https://wa.me/639175550100,10:00-22:00`,
    );
    const stored = {
      name: "Ana",
      phone: "+63 917 555 0100",
      messengerUrl: "https://wa.me/639175550100",
      hours: "10:00-22:00",
    };
    expect(await contact()).toEqual([{ contact: stored }]);
    await expectUnchanged("outlets", requiredColumns, required);
    await changesOnce("outlets", `${requiredColumns},contactName`, `${required},`);
    expect(await contact()).toEqual([{ contact: { ...stored, name: null } }]);
    const withoutPhone = await load(
      "outlets",
      `${requiredColumns},contactPhone,contactMessenger`,
      `${required},,`,
    );
    expect(withoutPhone.out).toContain("a contact needs a phone number or a messenger link");
    const invalid = await load(
      "outlets",
      `${requiredColumns},contactPhone,contactMessenger`,
      `${required},call us,http://wa.me/1`,
    );
    expect(invalid.out).toContain('"call us" is not a phone number');
    expect(invalid.out).toContain('"http://wa.me/1" is not an https address');
    await changesOnce(
      "outlets",
      `${requiredColumns},contactPhone,contactMessenger,contactHours`,
      `${required},,,`,
    );
    expect(await contact()).toEqual([{ contact: null }]);
  });

  it("[WHO-3] of devices", async () => {
    const prices = "priceGroupId,currency,gear,name,minutes,amount";
    await load("prices", prices, "pesos,PHP,1,Short,5,30", "ringgit,MYR,1,Short,5,30");
    await load("outlets", "outletId,name,timeZone,currency", "kl,KL,Asia/Kuala_Lumpur,MYR");
    await load("devices", "deviceId,outletId,priceGroupId,disabled", "AB0001,one,pesos,yes");
    const devices = () => read("device", "device_id, price_group_id, disabled_at IS NOT NULL AS disabled");
    await expectUnchanged("devices", "deviceId,outletId", "AB0001,one");
    expect(await devices()).toEqual([{ device_id: "AB0001", price_group_id: "pesos", disabled: true }]);
    expect((await load("devices", "deviceId,outletId", "AB0001,kl")).out).toContain(
      'devices.csv, line 2, column "priceGroupId": is in PHP, the outlet\'s currency is MYR',
    );
    await changesOnce("devices", "deviceId,outletId,disabled", "AB0001,one,");
    await changesOnce("devices", "deviceId,outletId,priceGroupId", "AB0001,one,");
    expect(await devices()).toEqual([{ device_id: "AB0001", price_group_id: null, disabled: false }]);
    expect((await load("devices", "deviceId,outletId", "AB0001,one", "AB0002,one")).out).toContain("1 new");
  });

  it("[WHO-3] of managers", async () => {
    const columns = "phone, permissions, country, currency, time_zone";
    const requiredColumns = "loginName,displayName,outletIds";
    await load(
      "managers",
      `${requiredColumns},phone,permissions,country,currency,timeZone`,
      "m.one,M,one,+63 1,home;user,MY,MYR,Asia/Kuala_Lumpur",
    );
    await expectUnchanged("managers", requiredColumns, "M.One,M,one");
    await changesOnce("managers", requiredColumns, "m.one,N,one");
    const time_zone = "Asia/Kuala_Lumpur";
    const unchanged = {
      phone: "+63 1",
      permissions: ["home", "user"],
      country: "MY",
      currency: "MYR",
      time_zone,
    };
    expect(await read("account", columns)).toEqual([unchanged]);
    await changesOnce("managers", `${requiredColumns},permissions,phone`, "m.one,N,one,,");
    const all = [...permissions];
    expect(await read("account", columns)).toEqual([{ ...unchanged, phone: null, permissions: all }]);
  });

  it("[WHO-3] of coupons", async () => {
    const columns =
      "code, value_minor, currency, max_uses, max_uses_customer, outlet_ids, gears, valid_until";
    const valid_until = new Date("2031-01-01T00:00:00Z");
    await load(
      "coupons",
      "code,property,value,currency,maxUses,maxUsesCustomer,validUntil,outletIds,gears",
      "GIFT-1,cash,50,PHP,9,2,2031-01-01,one;kl,1;2",
    );
    await expectUnchanged("coupons", "code,property", "GIFT-1,cash");
    await changesOnce("coupons", "code,property,value", "GIFT-1,cash,60");
    const unchanged = {
      code: "GIFT-1",
      value_minor: 6_000,
      currency: "PHP",
      max_uses: 9,
      max_uses_customer: 2,
    };
    const where = { outlet_ids: ["one", "kl"], gears: [1, 2], valid_until };
    expect(await read("coupon", columns)).toEqual([{ ...unchanged, ...where }]);
    await changesOnce("coupons", "code,property,gears,outletIds", "GIFT-1,cash,,");
    expect(await read("coupon", columns)).toEqual([
      { ...unchanged, outlet_ids: null, gears: null, valid_until },
    ]);
  });
});

describe("all problems of a file are reported at once", () => {
  it("[WHO-3] invalid cells and violations of the network's rules, in the file's order", async () => {
    const outlets = await load(
      "outlets",
      "outletId,name,timeZone,currency,latitude,longitude,openingHours",
      "one,One,Asia/Manila,USD,1,2,24/7",
      "two,Two,+08:00,PHP,95,x,Mo-Su 10-22",
      'two,,Asia/Manila,PHP,1,2,"Mo 10:00-02:00; Tu 01:00-03:00,10:00-22:00"',
      "three,Three",
    );
    expect(outlets).toEqual({
      code: 2,
      out: [
        'outlets.csv, line 2, column 4 "currency": "USD" is none of PHP, MYR, CNY, IDR',
        'outlets.csv, line 3, column 3 "timeZone": "+08:00" is no time zone of the form Area/City, such as Asia/Manila',
        'outlets.csv, line 3, column 5 "latitude": must lie within -90 and 90',
        'outlets.csv, line 3, column 6 "longitude": "x" is not a number like 14.5351',
        'outlets.csv, line 3, column 7 "openingHours": "10-22" is no period like 10:00-22:00',
        'outlets.csv, line 4, column 1 "outletId": "two" appears more than once',
        'outlets.csv, line 4, column 2 "name": must not be empty',
        'outlets.csv, line 4, column 7 "openingHours": the hours of Mo overlap those of Tu',
        "outlets.csv, line 5, column 3: 2 values where the header has 7",
        "Nothing was imported.",
      ].join("\n"),
    });
    expect(await read("outlet", "outlet_id")).toEqual([
      { outlet_id: "help" },
      { outlet_id: "kl" },
      { outlet_id: "one" },
    ]);
  });

  it("[WHO-3] of prices, without errors that only follow from an invalid cell", async () => {
    const { out } = await load(
      "prices",
      "priceGroupId,currency,gear,name,minutes,amount",
      "g,PHP,100,A,0,1",
      "g,MYR,1,B,601,1",
      "g,pesos,x,C,5,1",
      "g,PHP,x,C,5,1,5",
      "g,PHP,y,C,5,1.234",
      ",PHP,2,C,5,1",
      ",MYR,2,C,5,1",
    );
    expect(out.split("\n").map((line) => line.split(": ")[0])).toEqual([
      'prices.csv, line 2, column 3 "gear"',
      'prices.csv, line 2, column 5 "minutes"',
      'prices.csv, line 3, column 2 "currency"',
      'prices.csv, line 3, column 5 "minutes"',
      'prices.csv, line 4, column 2 "currency"',
      'prices.csv, line 4, column 3 "gear"',
      "prices.csv, line 5, column 7",
      'prices.csv, line 6, column 3 "gear"',
      'prices.csv, line 6, column 6 "amount"',
      'prices.csv, line 7, column 1 "priceGroupId"',
      'prices.csv, line 8, column 1 "priceGroupId"',
      "Nothing was imported.",
    ]);
  });

  it("[WHO-3] of devices, managers, and coupons, together with an invalid header", async () => {
    const devices = await load("devices", "deviceId,outletId,colour,disabled", "ab1,nowhere,red,maybe");
    expect(devices.out.split("\n").map((line) => line.split(": ")[0])).toEqual([
      "devices.csv, line 1, column 3",
      'devices.csv, line 2, column 1 "deviceId"',
      'devices.csv, line 2, column 2 "outletId"',
      'devices.csv, line 2, column 4 "disabled"',
      "Nothing was imported.",
    ]);
    const managers = await load("managers", "loginName,permissions,outletIds", "m two,all,nowhere");
    expect(managers.out.split("\n").map((line) => line.split(": ")[0])).toEqual([
      "managers.csv, line 1",
      'managers.csv, line 2, column 1 "loginName"',
      'managers.csv, line 2, column 2 "permissions"',
      'managers.csv, line 2, column 3 "outletIds"',
      "Nothing was imported.",
    ]);
    const coupons = await load(
      "coupons",
      "code,property,value,percent,maxUses,maxUsesCustomer",
      "gift,cash,5.0.0,7,x,3",
      "GIFT-2,gift,5,7,2,3",
    );
    expect(coupons.out.split("\n").map((line) => line.split(": ")[0])).toEqual([
      'coupons.csv, line 2, column 1 "code"',
      'coupons.csv, line 2, column 3 "value"',
      'coupons.csv, line 2, column 4 "percent"',
      'coupons.csv, line 2, column 5 "maxUses"',
      'coupons.csv, line 2, column "currency"',
      'coupons.csv, line 3, column 2 "property"',
      'coupons.csv, line 3, column 6 "maxUsesCustomer"',
      "Nothing was imported.",
    ]);
  });
});

it("[WHO-3] an import of prices states how many it retires because their lines are missing", async () => {
  const columns = "priceGroupId,currency,gear,name,minutes,amount";
  const lines = ["retiring,PHP,1,Short,5,30", "retiring,PHP,2,Long,10,50"] as const;
  await load("prices", columns, ...lines);
  expect(await load("prices", columns, lines[0])).toEqual({
    code: 0,
    out: "prices: 0 new, 0 changed, 1 retired, 1 as they were.",
  });
  await expectUnchanged("prices", columns, lines[0]);
});

it("[WHO-3] docs/real-network.md lists every column of every file, and which columns are optional", async () => {
  const page = join(import.meta.dirname, "..", "..", "..", "..", "docs", "real-network.md");
  const documented = new Map<string, string[]>();
  let kind = "";
  for (const [, first = "", columns = ""] of (await readFile(page, "utf8")).matchAll(
    /^\| ([a-z]*) ?\| (`.*?) \|/gm,
  )) {
    kind = first || kind;
    const names = [...columns.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const mark = columns.includes("(optional)") ? "?" : "";
    documented.set(kind, [...(documented.get(kind) ?? []), ...names.map((name) => `${name}${mark}`)]);
  }
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(
      importKinds.map(({ name, columnHelp, isMandatory }) => [
        name,
        Object.keys(columnHelp).map((column) => `${column}${isMandatory(column) ? "" : "?"}`),
      ]),
    ),
  );
});
