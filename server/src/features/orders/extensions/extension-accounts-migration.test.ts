import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#platform/postgres/database.ts";
import { migrate } from "#platform/postgres/migrate.ts";
import { sql } from "#platform/postgres/sql.ts";
import { type EarlierDatabase, openEarlierDatabase } from "#test/database/earlier-database.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";

let earlier: EarlierDatabase;
let owner: Database;
beforeAll(async () => {
  earlier = await openEarlierDatabase("0102");
  ({ owner } = earlier);
});
afterAll(async () => {
  await earlier.close();
});

it("[ORD-1] [DET-3] names the account that took the cash of an earlier extension", async () => {
  const outletId = await makeOutlet(owner);
  const deviceId = await makeDevice(owner, { outletId });
  const { customerId } = (await makeCustomer(owner)).caller;
  const { accountId } = (
    await makeManager(owner, { outletIds: [outletId], permissions: ["home", "details", "user", "cash"] })
  ).caller;
  const parent = await makeOrder(owner, { deviceId, outletId, customerId });
  const extendedFor = async (payType: "cash" | "coupon") => {
    const orderId = await makeOrder(owner, { deviceId, outletId, customerId, status: "unpaid" });
    await sql`UPDATE orders SET parent_order_id = ${parent}, pay_type = ${payType} WHERE order_id = ${orderId}`.execute(
      owner,
    );
    await sql`
      INSERT INTO audit_entry (at, actor, action, subject)
      VALUES (now(), ${`manager:${accountId}`}, ${`order.${payType}`}, ${`order:${orderId}`})`.execute(owner);
    return orderId;
  };
  const [cash, coupon] = [await extendedFor("cash"), await extendedFor("coupon")];
  await migrate(earlier.connection);
  const accounts = await sql<{ order_id: string; account_id: string | null }>`
    SELECT order_id, account_id FROM orders ORDER BY order_id`.rows(owner);
  const accountOf = new Map(accounts.map((row) => [row.order_id, row.account_id]));
  expect(accountOf.get(cash)).toBe(accountId);
  expect([accountOf.get(coupon), accountOf.get(parent)]).toEqual([null, null]);
  const assign = (orderId: string) =>
    sql`UPDATE orders SET account_id = ${accountId} WHERE order_id = ${orderId}`.execute(owner);
  await expect(assign(parent)).rejects.toThrow("orders_payer");
  await expect(assign(coupon)).rejects.toThrow("orders_payer");
});
