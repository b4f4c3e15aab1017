import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { newCouponCode } from "./coupon-code.ts";
import { createCoupons } from "./create-coupons.ts";
import { newCoupon } from "./import-coupons.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await sharedTestDatabase();
});
afterAll(() => test.close());

const now = new Date("2026-03-02T04:00:00Z");

/** Creates free coupons. The generator returns `codes` in this order, then random codes. */
const create = (codes: readonly string[], count: number, maxUses = 1) => {
  const left = [...codes];
  const terms = { ...newCoupon, property: "free" as const, maxUses };
  return transact(test.database, (uow) =>
    createCoupons(uow, { count, terms, newCode: () => left.shift() ?? newCouponCode() }, now),
  );
};
const couponsOf = (codes: readonly string[]) =>
  sql<{ code: string; maxUses: number }>`SELECT code, max_uses AS "maxUses" FROM coupon
    WHERE code = ANY(${codes}::text[]) ORDER BY code`.rows(test.database);

it("[WHO-3] replaces generated codes that already exist, and leaves the existing coupons unchanged", async () => {
  const taken = ["AAAA-0000", "AAAA-0001"];
  await create(taken, 2);
  // The terms of a used coupon cannot change.
  await sql`UPDATE coupon SET uses_taken = 1 WHERE code = 'AAAA-0001'`.execute(test.owner);
  const { codes, problems } = await create([...taken, "AAAA-0002"], 3, 5);
  expect(problems).toEqual([]);
  expect(codes).toHaveLength(3);
  expect(codes).toContain("AAAA-0002");
  expect(await couponsOf(taken)).toEqual(taken.map((code) => ({ code, maxUses: 1 })));
  expect(await couponsOf(codes)).toHaveLength(3);
});

it("[WHO-3] creates no coupons if a concurrent transaction creates one of the codes", async () => {
  const codes = ["BBBB-0000", "BBBB-0001"];
  const other = Promise.withResolvers<void>();
  const isCreated = Promise.withResolvers<void>();
  const concurrent = transact(test.database, async (uow) => {
    await createCoupons(
      uow,
      { count: 1, terms: { ...newCoupon, property: "free" }, newCode: () => "BBBB-0001" },
      now,
    );
    isCreated.resolve();
    await other.promise;
  });
  await isCreated.promise;
  const refused = create(codes, 2, 5).catch((error: unknown) => error);
  // The test continues when the insert of the second transaction waits for the first transaction.
  await expect
    .poll(() =>
      sql`SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`.hasRows(test.owner),
    )
    .toBe(true);
  other.resolve();
  await concurrent;
  expect(await refused).toEqual(new Error("a code of the batch exists already"));
  expect(await couponsOf(codes)).toEqual([{ code: "BBBB-0001", maxUses: 1 }]);
});
