import { afterAll, beforeAll, expect, it } from "vitest";
import { importPrices, priceListOf } from "#features/prices/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { databaseUrlOf, runPrinting } from "#test/clients/command-line.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await sharedTestDatabase();
  const price = { priceGroupId: "preselected", currency: "PHP", gear: 1, name: "Relax" } as const;
  await transact(test.owner, (uow) =>
    importPrices(
      uow,
      [
        { ...price, minutes: 1, amountMinor: 500 },
        { ...price, minutes: 10, amountMinor: 5_000 },
      ],
      new Date(),
    ),
  );
});
afterAll(() => test.close());

async function popular(...args: string[]) {
  const { code, out: printed } = await runPrinting(["price", "popular", ...args], {
    env: {
      DATABASE_URL: databaseUrlOf(test.connection),
    },
    folder: import.meta.dirname,
  });
  const prices = await priceListOf(test.database, "preselected");
  return {
    code,
    printed,
    marked: prices.filter((price) => price.popular).map(({ minutes }) => minutes),
  };
}

it("[START-2] marks the popular price of a group, and records it in the audit trail", async () => {
  expect(await popular("preselected", "--gear", "1", "--minutes", "10")).toEqual({
    code: 0,
    printed: "Preselected: gear 1, 10 min.",
    marked: [10],
  });
  expect(await popular("preselected", "--gear", "2", "--minutes", "10")).toMatchObject({
    code: 1,
    marked: [10],
  });
  expect(await popular("preselected", "--gear", "1")).toMatchObject({ code: 2, marked: [10] });
  expect(await popular("preselected", "--none")).toMatchObject({ code: 0, marked: [] });
  const entries = await sql`SELECT FROM audit_entry WHERE action = 'price.popular'`.rows(test.owner);
  expect(entries).toHaveLength(2);
});
