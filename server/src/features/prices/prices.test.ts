import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOutlet } from "#test/app/network-factory.ts";
import { type Language, languages } from "@reposo/contract/text/languages.ts";
import {
  createPrices,
  findPrices,
  importPrices,
  priceListOf,
  type PriceRow,
  setPopularPrices,
} from "./index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { insertRows } from "#test/database/insert-rows.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await sharedTestDatabase();
});
afterAll(() => test.close());

const now = new Date("2026-11-21T00:00:00Z");
const load = (rows: readonly PriceRow[]) => transact(test.database, (uow) => importPrices(uow, rows, now));

const listFor = (priceGroupId: string): PriceRow[] => [
  { priceGroupId, currency: "PHP", gear: 3, name: "Deep", minutes: 30, amountMinor: 20_000 },
  { priceGroupId, currency: "PHP", gear: 1, name: "Trial", minutes: 1, amountMinor: 500 },
  { priceGroupId, currency: "PHP", gear: 2, name: "Relax", minutes: 15, amountMinor: 10_000 },
];

describe("the price list of a chair", () => {
  it("[START-2] begins with the cheapest and contains gear, minutes, and amount", async () => {
    await load(listFor("standard"));
    const outletId = await makeOutlet(test.owner);
    const deviceId = await makeDevice(test.owner, { outletId, priceGroupId: "standard" });
    const prices = await createPrices({ database: test.database }).priceListOfDevice(deviceId, "en_US");
    expect(prices).toEqual([
      {
        priceId: expect.any(String) as unknown,
        gear: 1,
        name: "Trial",
        minutes: 1,
        amount: 500,
        currency: "PHP",
        popular: false,
      },
      {
        priceId: expect.any(String) as unknown,
        gear: 2,
        name: "Relax",
        minutes: 15,
        amount: 10_000,
        currency: "PHP",
        popular: false,
      },
      {
        priceId: expect.any(String) as unknown,
        gear: 3,
        name: "Deep",
        minutes: 30,
        amount: 20_000,
        currency: "PHP",
        popular: false,
      },
    ]);
  });

  it("[START-2] throws 20205 for a chair without prices, and 20201 for an unknown chair", async () => {
    const prices = createPrices({ database: test.database });
    const outletId = await makeOutlet(test.owner);
    await insertRows(test.owner, "price_group", [{ price_group_id: "empty", currency: "PHP" }]);
    const unpriced = await makeDevice(test.owner, { outletId });
    const emptied = await makeDevice(test.owner, { outletId, priceGroupId: "empty" });
    for (const deviceId of [unpriced, emptied])
      await expect(prices.priceListOfDevice(deviceId, "en_US")).rejects.toMatchObject({
        resultName: "priceListMissing",
      });
    await expect(prices.priceListOfDevice("NOSUCH1", "en_US")).rejects.toMatchObject({
      resultName: "deviceUnknown",
    });
  });

  it("finds only current prices of the given group", async () => {
    await load([...listFor("here"), ...listFor("there")]);
    const [own, foreignPrices] = [
      await priceListOf(test.database, "here"),
      await priceListOf(test.database, "there"),
    ];
    const [price, foreign] = [own[0]?.priceId as string, foreignPrices[0]?.priceId as string];
    expect(await findPrices(test.database, ["here"], [price])).toMatchObject([
      { priceId: price, amountMinor: 500 },
    ]);
    expect(await findPrices(test.database, ["here"], [foreign])).toEqual([]);
    expect(await findPrices(test.database, ["here"], ["no uuid"])).toEqual([]);
    await load(listFor("here").map((row) => ({ ...row, amountMinor: row.amountMinor + 100 })));
    expect(await findPrices(test.database, ["here"], [price])).toEqual([]);
  });
});

describe("[START-2] the popular price of a group", () => {
  const popularOf = async (priceGroupId: string) =>
    (await priceListOf(test.database, priceGroupId)).flatMap(({ popular, minutes }) =>
      popular ? minutes : [],
    );
  const listWith = (priceGroupId: string, popularMinutes: number | null) =>
    listFor(priceGroupId).map((row) => ({ ...row, popular: row.minutes === popularMinutes }));

  it("is set, moved, and removed by an import, which keeps the prices that open pages show", async () => {
    await load(listFor("popular"));
    const before = await priceListOf(test.database, "popular");
    expect(await load(listWith("popular", 15))).toMatchObject({ changed: 1, unchanged: 2 });
    expect(await popularOf("popular")).toEqual([15]);
    expect(await load(listWith("popular", 30))).toMatchObject({ changed: 2, unchanged: 1 });
    expect(await popularOf("popular")).toEqual([30]);
    const after = await priceListOf(test.database, "popular");
    expect(after.map(({ priceId }) => priceId)).toEqual(before.map(({ priceId }) => priceId));
    expect(await load(listWith("popular", 30))).toMatchObject({ changed: 0, unchanged: 3 });
    // A file without the column keeps it, also for a changed amount.
    const raised = listFor("popular").map((row) => ({ ...row, amountMinor: row.amountMinor + 100 }));
    await load(raised);
    expect(await popularOf("popular")).toEqual([30]);
    await load(raised.map((row) => ({ ...row, popular: false })));
    expect(await popularOf("popular")).toEqual([]);
  });

  it("is one price at most", async () => {
    const outcome = await load(listFor("several").map((row) => ({ ...row, popular: row.minutes > 1 })));
    expect(outcome.problems.map(({ row, column }) => [row, column])).toEqual([
      [0, "popular"],
      [2, "popular"],
    ]);
  });

  it("is set by the operator's command, for a current price only", async () => {
    await load(listFor("commanded"));
    const set = (offer: { gear: number; minutes: number } | null) =>
      transact(test.database, (uow) => setPopularPrices(uow, [{ priceGroupId: "commanded", offer }]));
    expect(await set({ gear: 2, minutes: 15 })).toEqual(new Set(["commanded"]));
    expect(await popularOf("commanded")).toEqual([15]);
    await set({ gear: 3, minutes: 30 });
    expect(await popularOf("commanded")).toEqual([30]);
    expect(await set({ gear: 3, minutes: 31 })).toEqual(new Set());
    await set(null);
    expect(await popularOf("commanded")).toEqual([]);
  });
});

it("[I18N-1] [START-2] a price has its name in the customer's language or the nearest one, otherwise the general name", async () => {
  const row = listFor("translated")[0] as PriceRow;
  await load([{ ...row, zh_CN: "深层", id_ID: "Pijat dalam" }]);
  const outletId = await makeOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, { outletId, priceGroupId: "translated" });
  const { priceListOfDevice } = createPrices({ database: test.database });
  const nameIn = async (language: Language) => (await priceListOfDevice(deviceId, language))[0]?.name;
  expect(await Promise.all(languages.map(nameIn))).toEqual(["Deep", "深层", "深层", "Pijat dalam"]);
  // A file without the columns keeps the names; an empty cell removes one.
  await load([{ ...row, amountMinor: 1_000 }]);
  expect(await nameIn("id_ID")).toBe("Pijat dalam");
  await load([{ ...row, amountMinor: 1_000, id_ID: null }]);
  expect(await nameIn("id_ID")).toBe("Deep");
});

describe("importing prices", () => {
  it("retires changed and omitted prices, adds new prices, and changes nothing when repeated", async () => {
    const rows = listFor("changing");
    expect(await load(rows)).toMatchObject({ created: 3, changed: 0, unchanged: 0 });
    const before = await priceListOf(test.database, "changing");
    expect(await load(rows)).toMatchObject({ created: 0, changed: 0, unchanged: 3 });
    expect(await priceListOf(test.database, "changing")).toEqual(before);

    const [deep, trial] = rows as [PriceRow, PriceRow];
    const added = { ...trial, gear: 4, name: "New" };
    const raised = { ...deep, amountMinor: 25_000 };
    expect(await load([raised, trial, added])).toMatchObject({
      created: 1,
      changed: 1,
      retired: 1,
      unchanged: 1,
    });
    const after = await priceListOf(test.database, "changing");
    expect(after.map(({ name, amountMinor }) => [name, amountMinor])).toEqual([
      ["Trial", 500],
      ["New", 500],
      ["Deep", 25_000],
    ]);
    expect(after[0]?.priceId).toBe(before[0]?.priceId);
    const stored = await sql<{ retired_at: Date | null }>`
      SELECT retired_at FROM price
      WHERE price_group_id = 'changing'`.rows(test.owner);
    expect(stored.filter((row) => row.retired_at !== null)).toHaveLength(2);
  });

  it.each([
    [{ gear: 0 }, "gear"],
    [{ gear: 1.5 }, "gear"],
    [{ minutes: 0 }, "minutes"],
    [{ minutes: 601 }, "minutes"],
    [{ amountMinor: -1 }, "amount"],
    [{ amountMinor: 0.5 }, "amount"],
    [{ name: "" }, "name"],
    [{ currency: "MYR" as const }, "currency"],
    [{ gear: 1, minutes: 1 }, "minutes"],
  ])("refuses %o and writes nothing", async (wrong, column) => {
    const [valid, second] = listFor("refused").slice(1) as [PriceRow, PriceRow];
    const outcome = await load([valid, { ...second, ...wrong }]);
    expect(outcome).toMatchObject({ created: 0, problems: [{ row: 1, column }] });
    expect(await priceListOf(test.database, "refused")).toEqual([]);
  });

  it("[I18N-3] refuses a fraction of a rupiah, which no payment provider accepts and no page shows", async () => {
    const rupiah = listFor("rupiah").map((row) => ({ ...row, currency: "IDR" as const }));
    const [first, ...others] = rupiah as [PriceRow, ...PriceRow[]];
    const outcome = await load([{ ...first, amountMinor: 1_000_050 }, ...others]);
    expect(outcome.problems).toMatchObject([{ row: 0, column: "amount" }]);
    expect((await load(rupiah)).problems).toEqual([]);
  });

  it("refuses another currency for an existing group", async () => {
    await load(listFor("pesos"));
    const outcome = await load(listFor("pesos").map((row) => ({ ...row, currency: "IDR" as const })));
    expect(outcome.problems.map((problem) => problem.column)).toEqual(["currency", "currency", "currency"]);
  });

  it("[START-2] refuses another currency for a group that a concurrent import creates", async () => {
    const inRinggit = listFor("contested").map((row) => ({ ...row, currency: "MYR" as const }));
    const { second } = await transact(test.database, async (uow) => {
      await importPrices(uow, listFor("contested"), now);
      const concurrent = load(inRinggit);
      await vi.waitFor(
        async () =>
          expect(
            await sql`SELECT FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock'`.hasRows(test.owner),
          ).toBe(true),
        20_000,
      );
      return { second: concurrent };
    });
    expect((await second).problems.map((problem) => problem.column)).toContain("currency");
    expect(await priceListOf(test.database, "contested")).toMatchObject(
      Array.from({ length: 3 }, () => ({ currency: "PHP" })),
    );
  });
});
