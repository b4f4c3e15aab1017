import { afterAll, beforeAll, expect, it } from "vitest";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { eventually, openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { freezeClock } from "#test/time/frozen-clock.ts";
import { sql } from "#platform/postgres/sql.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await openOrderApp();
});
afterAll(() => world.close());

async function makeDueOrder(outletId: string, minutesAgo: number): Promise<string> {
  const deviceId = await makeDevice(world.owner, { outletId });
  const orderId = await makeOrder(world.owner, { outletId, deviceId, status: "starting" });
  const deadlineAt = new Date(world.clock.now().getTime() - minutesAgo * 60_000);
  await sql`UPDATE orders SET deadline_at = ${deadlineAt} WHERE order_id = ${orderId}`.execute(world.owner);
  return orderId;
}

it("[START-5] retries failing deadlines after growing pauses, during which they do not delay others", async () => {
  const time = freezeClock(world);
  const [failing, other] = [await makeOutlet(world.owner), await makeOutlet(world.owner)];
  // A sequence also counts attempts that are rolled back.
  await sql`CREATE SEQUENCE attempts`.execute(world.owner);
  await sql`GRANT USAGE ON SEQUENCE attempts TO PUBLIC`.execute(world.owner);
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS '
    BEGIN PERFORM nextval(''public.attempts''); RAISE ''refused''; END'`.execute(world.owner);
  await sql
    .raw(`CREATE TRIGGER refuse BEFORE UPDATE ON orders FOR EACH ROW
    WHEN (OLD.outlet_id = '${failing}' AND OLD.deadline_at IS NOT NULL) EXECUTE FUNCTION refuse()`)
    .execute(world.owner);
  const attempts = async () =>
    (await sql<{ count: number }>`SELECT last_value AS count FROM attempts`.firstRow(world.owner)).count;
  /** Waits until a new deadline was processed, which is later than the failing ones. */
  const processOther = async () => {
    const orderId = await makeDueOrder(other, 1);
    await eventually(async () => {
      const { deadlineAt } = await sql<{ deadlineAt: Date }>`
        SELECT deadline_at AS "deadlineAt" FROM orders WHERE order_id = ${orderId}`.firstRow(world.owner);
      expect(deadlineAt.getTime()).toBeGreaterThan(world.clock.now().getTime() - 60_000);
    });
  };
  // More than a batch.
  for (let made = 0; made < 101; made += 1) await makeDueOrder(failing, 60);
  await processOther();
  await processOther();
  expect(await attempts()).toBe(101);
  time.advance(1_000);
  await processOther();
  expect(await attempts()).toBe(202);
  // The second pause lasts two seconds.
  time.advance(1_999);
  await processOther();
  expect(await attempts()).toBe(202);

  // Once the cause is gone, the failed ones are processed as well. Dropping the trigger would need a lock of all orders.
  await sql`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`.execute(
    world.owner,
  );
  time.advance(1);
  await eventually(async () => {
    const left = await sql`SELECT FROM orders WHERE outlet_id = ${failing}
      AND deadline_at < ${world.clock.now()}::timestamptz - interval '50 minutes'`.rows(world.owner);
    expect(left).toEqual([]);
  });
});
