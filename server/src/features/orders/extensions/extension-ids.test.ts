import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { latestExtensions } from "#features/orders/record/extensions-store.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

it.each([
  ["ordered in the same millisecond as the massage", 0],
  ["ordered on a server whose clock is five seconds behind", 5_000],
])("[START-6] finds an extension %s", async (_when, behindMs) => {
  const outletId = await makeOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, { outletId });
  const orderedAt = new Date("2026-11-21T08:00:00Z");
  const orderId = await makeOrder(test.owner, { deviceId, outletId, orderedAt });
  const added: string[] = [];
  for (let n = 0; n < 8; n += 1) {
    const when = new Date(orderedAt.getTime() - behindMs);
    const id = await makeOrder(test.owner, { deviceId, outletId, orderedAt: when, status: "unpaid" });
    await sql`UPDATE orders SET parent_order_id = ${orderId} WHERE order_id = ${id}`.execute(test.owner);
    added.push(id);
  }
  const found = await latestExtensions(test.database, { orderId, orderedAt }, 20);
  expect(new Set(found.map((one) => one.orderId))).toEqual(new Set(added));
});
