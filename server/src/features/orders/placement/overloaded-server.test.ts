import { randomUUID } from "node:crypto";
import { publicDevice } from "@reposo/contract/devices/devices.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "#platform/postgres/sql.ts";
import { withClient } from "#platform/postgres/with-client.ts";
import { makeCoupon, usesOf } from "#test/app/coupon-factory.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import {
  addChair,
  eventually,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { call } from "#test/clients/http-client.ts";
import { browserOf, managerOf } from "#test/clients/order-browser.ts";

/** Starts are refused while messages wait for more than a quarter of the start deadline: 2 s. */
const settings = { START_DEADLINE_SECONDS: "8" };
const waitedMs = 2_500;

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp(settings);
  outlet = await makePricedOutlet(world.owner);
});
afterAll(() => world.close());

/** Runs a function while another connection holds the locks of the rows that a statement selects. */
const whileLocked = (statement: string, id: string, work: () => Promise<void>): Promise<void> =>
  withClient(world.test.connection, async (client) => {
    await client.query("BEGIN");
    await client.query(statement, [id]);
    try {
      await work();
    } finally {
      await client.query("ROLLBACK");
    }
  });

it("[LOAD-1] refuses starts and extensions before any payment while replies and states of chairs wait too long", async () => {
  const [chair, occupied, slow] = [
    await addChair(world, outlet),
    await addChair(world, outlet),
    await addChair(world, outlet),
  ];
  const manager = await managerOf(world, outlet);
  const guest = browserOf(world.http, (await makeCustomer(world.owner)).token);
  const couponCode = await makeCoupon(world.owner);
  const chosen = { deviceId: chair.deviceId, priceId: outlet.priceIds[1] };
  const run = await manager.order({ ...chosen, deviceId: occupied.deviceId, payType: "cash" });
  await manager.reaches(run.orderId, "running");

  const lockDevice = "SELECT FROM device WHERE device_id = $1 FOR UPDATE";
  await whileLocked(lockDevice, slow.deviceId, async () => {
    slow.setSignal(-42);
    await eventually(async () => {
      const waits = await sql`SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND clock_timestamp() - query_start > ${waitedMs} * interval '1 ms'`.rows(
        world.owner,
      );
      expect(waits).not.toEqual([]);
    });
    const refused = await Promise.all([
      manager.activate({ ...chosen, payType: "cash" }),
      guest.activate({ ...chosen, payType: "online" }),
      guest.activate({ ...chosen, payType: "coupon", couponCode }),
      manager.extend({ orderId: run.orderId, priceId: outlet.priceIds[1], payType: "cash" }),
    ]);
    expect(refused.map(({ code }) => code)).toEqual([503, 503, 503, 503]);
    expect(await usesOf(world.owner, couponCode)).toBe(0);
    expect(await sql`SELECT FROM orders WHERE order_id <> ${run.orderId}`.rows(world.database)).toEqual([]);
    // The chair itself is available: customers need not look for another one.
    const shown = await call(world.http, publicDevice, { deviceId: chair.deviceId }, {});
    expect(shown.data).toMatchObject({ online: true, available: true });
  });
  const accepted = await eventually(async () => {
    const { code, data } = await manager.activate({ ...chosen, payType: "cash" });
    expect(code).toBe(200);
    return data;
  });
  await manager.reaches(accepted.orderId, "running");
});

it("[LOAD-1] refuses starts on every server while commands to chairs wait too long in the outbox", async () => {
  const chair = await addChair(world, outlet);
  const other = await world.join();
  try {
    const { token } = await makeManager(world.owner, { outletIds: [outlet.outletId] });
    const start = () =>
      Promise.all(
        [world.http, other.http].map((http) =>
          browserOf(http, token).activate({
            deviceId: chair.deviceId,
            priceId: outlet.priceIds[1],
            payType: "cash",
          }),
        ),
      );
    const commandId = randomUUID();
    const [aheadMs, dueInMs] = [70_000, 60_000];
    await sql`INSERT INTO outbox (kind, subject, payload, created_at, due_at)
      VALUES ('send-command', ${commandId}, '{}', ${world.clock.now()},
        ${new Date(world.clock.now().getTime() + dueInMs)})`.execute(world.owner);
    // No worker can claim a locked job, as if no worker had time for it.
    await whileLocked("SELECT FROM outbox WHERE subject = $1 FOR UPDATE", commandId, async () => {
      world.advanceTime(aheadMs);
      expect((await start()).map(({ code }) => code)).toEqual([503, 503]);
    });
    await eventually(async () => expect((await start()).map(({ code }) => code)).toContain(200));
  } finally {
    await other.close();
  }
});
