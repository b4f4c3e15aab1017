import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import { makeCoupon, usesOf } from "#test/app/coupon-factory.ts";
import {
  addChair,
  makePricedOutlet,
  sharedOrderApp,
  type OrderApp,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await sharedOrderApp("audited");
  outlet = await makePricedOutlet(world.owner);
});
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(() => world.close());

const staff = async (http = world.http) =>
  browserOf(http, (await makeManager(world.owner, { outletIds: [outlet.outletId] })).token);

it("[START-6] [G-4] returns the same order for the same idempotency key, and refuses the key with another body", async () => {
  const chair = await addChair(world, outlet, { speed: 60 });
  const manager = await staff();
  const key = randomUUID();
  const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "cash" };
  const answers = await Promise.all(Array.from({ length: 12 }, () => manager.activate(request, key)));
  const orderIds = new Set(answers.map(({ data }) => data.orderId));
  expect(orderIds.size).toBe(1);
  const [orderId] = [...orderIds] as [string];
  await manager.reaches(orderId, "completed");
  expect((await manager.activate(request, key)).data.orderId).toBe(orderId);
  expect((await manager.activate({ ...request, priceId: outlet.priceIds[1] }, key)).code).toBe(20303);
  // The server also stores a refusal as the response for its key.
  const twice = randomUUID();
  const refused = { ...request, deviceId: "NOPE0000" };
  expect((await manager.activate(refused, twice)).code).toBe(20201);
  expect((await manager.activate(refused, twice)).code).toBe(20201);
  expect(world.motors.filter((ran) => ran.deviceId === chair.deviceId)).toHaveLength(1);
});

it("[START-6] [G-2] accepts one of several concurrent requests without a key, and reports the chair as in use to the others", async () => {
  const chair = await addChair(world, outlet);
  const manager = await staff();
  const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "cash" };
  const codes = (await Promise.all(Array.from({ length: 16 }, () => manager.activate(request)))).map(
    ({ code }) => code,
  );
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
  expect(codes.filter((code) => code === 20203)).toHaveLength(15);
});

it("[START-6] [G-5] accepts a coupon with one use only once if it is redeemed on two chairs concurrently", async () => {
  const [one, other] = [await addChair(world, outlet), await addChair(world, outlet)];
  const code = await makeCoupon(world.owner);
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const guest = browserOf(world.http, (await makeCustomer(world.owner)).token);
      const { deviceId } = i % 2 ? one : other;
      return guest.activate({ deviceId, priceId: outlet.priceIds[0], payType: "coupon", couponCode: code });
    }),
  );
  expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
  expect(await usesOf(world.database, code)).toBe(1);
});

it("[START-6] [G-4] returns the same response for a second stop with the same key, even after the order has ended", async () => {
  const chair = await addChair(world, outlet);
  const manager = await staff();
  const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "cash" };
  const { orderId } = await manager.order(request);
  await manager.reaches(orderId, "running");
  const key = randomUUID();
  const first = await manager.stop(orderId, { key });
  await manager.reaches(orderId, "completed");
  expect(await manager.stop(orderId, { key })).toMatchObject({ code: 200, data: first.data });
});

it("[G-2] [G-4] [START-6] starts each order once with two servers on one database and one broker", async () => {
  const second = await world.join();
  try {
    const manager = await makeManager(world.owner, { outletIds: [outlet.outletId] });
    const browsers = [browserOf(world.http, manager.token), browserOf(second.http, manager.token)] as const;
    const chairs = await Promise.all(
      Array.from({ length: 6 }, () =>
        addChair(world, outlet, { speed: 30, faults: { eventCopies: 3, shuffleEvents: true } }),
      ),
    );
    const placed = await Promise.all(
      chairs.map(async ({ deviceId }, i) => {
        const key = randomUUID();
        const request = { deviceId, priceId: outlet.priceIds[0], payType: "cash" };
        const duplicates = await Promise.all(browsers.map((browser) => browser.activate(request, key)));
        expect(duplicates[0]?.data).toEqual(duplicates[1]?.data);
        return { deviceId, orderId: duplicates[0]?.data.orderId as string, browser: browsers[i % 2] };
      }),
    );
    for (const { orderId, browser } of placed) await browser?.reaches(orderId, "completed", 30_000);
    for (const { orderId, deviceId } of placed) {
      expect(world.motors.filter((ran) => ran.deviceId === deviceId)).toMatchObject([{ orderId }]);
      const { rows } = await sql<{ moves: string; entries: number; starts: number; cases: number }>`
        SELECT (SELECT string_agg(to_status, ' ' ORDER BY step) FROM order_transition
            WHERE order_id = ${orderId}) AS moves,
          (SELECT count(*) FROM ledger_entry WHERE order_id = ${orderId}) AS entries,
          (SELECT count(*) FROM chair_command WHERE order_id = ${orderId}) AS starts,
          (SELECT count(*) FROM attention_case WHERE device_id = ${deviceId} AND closed_at IS NULL) AS cases`.execute(
        world.database,
      );
      expect(rows).toEqual([{ moves: "paid starting running completed", entries: 1, starts: 1, cases: 0 }]);
    }
  } finally {
    await second.close();
  }
});
