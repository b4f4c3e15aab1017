import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { createPayments } from "#features/payments/index.ts";
import { systemClock } from "#platform/time/clock.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeCustomer, makeDevice, makeManager } from "#test/app/network-factory.ts";
import { makeCoupon } from "#test/app/coupon-factory.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import { defaultOrderTimes, type Orders } from "#features/orders/index.ts";
import { createTestOrders } from "#test/app/create-test-orders.ts";

const clients = 64;
const serverCount = 8;
/** `npm run test:system` runs a sample; `npm run campaign -- races` runs 200. */
const rounds = Number(process.env["REPOSO_RACE_ROUNDS"] ?? 15);

let test: TestDatabase;
let outlet: PricedOutlet;
/** Several servers, because one server serialises starts of the same chair. */
let servers: Orders[];
beforeAll(async () => {
  test = await openTestDatabase({ poolSize: 20 });
  outlet = await makePricedOutlet(test.owner);
  const { database } = test;
  const wake = () => {};
  const openServer = () =>
    createTestOrders({
      database,
      clock: systemClock,
      times: { ...defaultOrderTimes, startDeadlineMs: 3_600_000 },
      payments: createPayments({ database, clock: systemClock, providers: [], wake }),
    });
  servers = Array.from({ length: serverCount }, openServer);
});
afterAll(() => test.close());

/** Runs all calls at the same time. @returns the result of each call */
async function race(
  callers: readonly (CustomerCaller | ManagerCaller)[],
  requestOf: (index: number) => { deviceId: string; payType: "cash" | "coupon"; couponCode?: string },
) {
  const outcomes = await Promise.all(
    callers.map(async (caller, index) => {
      const request = { priceId: outlet.priceIds[0], ...requestOf(index) };
      try {
        const orders = servers[index % serverCount] as Orders;
        const { orderId } = await orders.place({
          caller,
          request,
          ip: `10.0.0.${index}`,
          saveReply: () => {},
        });
        return { caller, orderId };
      } catch (error) {
        if (error instanceof ProductError) return error.resultName;
        throw error;
      }
    }),
  );
  const winners = outcomes.flatMap((outcome) => (typeof outcome === "string" ? [] : [outcome]));
  const losses = new Set(outcomes.filter((outcome) => typeof outcome === "string"));
  return { winners, losses: [...losses] };
}

const stopAll = (winners: { caller: CustomerCaller | ManagerCaller; orderId: string }[]) =>
  Promise.all(
    winners.map(async ({ caller, orderId }) =>
      servers[0]?.stop({ caller, request: { orderId }, saveReply: () => {} }),
    ),
  );

it(
  `[START-6] [G-2] lets exactly one of ${clients} clients start one chair in each of ${rounds} rounds`,
  async () => {
    const deviceId = await makeDevice(test.owner, outlet);
    const managers = await Promise.all(
      Array.from({ length: clients }, () => makeManager(test.owner, { outletIds: [outlet.outletId] })),
    );
    const callers = managers.map((manager) => manager.caller);
    for (let round = 0; round < rounds; round += 1) {
      const { winners, losses } = await race(callers, () => ({ deviceId, payType: "cash" }));
      expect(winners).toHaveLength(1);
      expect(losses).toEqual(["deviceInUse"]);
      await stopAll(winners);
    }
    const { rows } = await sql<{ orders: number; net: number }>`
    SELECT (SELECT count(*) FROM orders WHERE device_id = ${deviceId}) AS orders,
      (SELECT sum(amount_minor)::bigint FROM ledger_entry WHERE device_id = ${deviceId}) AS net`.execute(
      test.database,
    );
    expect(rows).toEqual([{ orders: rounds, net: 0 }]);
    expect(await runAudit(test.database)).toEqual([]);
  },
  60_000 + rounds * 1_000,
);

it(
  `[START-6] [G-5] lets exactly one of ${clients} clients redeem one coupon in each of ${rounds} rounds`,
  async () => {
    const deviceIds = await Promise.all(
      Array.from({ length: clients }, () => makeDevice(test.owner, outlet)),
    );
    const customers = await Promise.all(Array.from({ length: clients }, () => makeCustomer(test.owner)));
    const callers = customers.map((customer) => customer.caller);
    const couponCode = await makeCoupon(test.owner);
    for (let round = 0; round < rounds; round += 1) {
      const { winners, losses } = await race(callers, (index) => ({
        deviceId: deviceIds[index] as string,
        payType: "coupon",
        couponCode,
      }));
      expect(winners).toHaveLength(1);
      expect(losses).toEqual(["couponUsedUp"]);
      // The failed start returns the use of the coupon for the next round.
      await stopAll(winners);
    }
    expect(await runAudit(test.database)).toEqual([]);
  },
  60_000 + rounds * 1_000,
);

it(
  "[START-6] [G-5] returns and redeems a coupon on the same chair at the same time without a deadlock",
  async () => {
    const deviceId = await makeDevice(test.owner, outlet);
    const customers = await Promise.all(Array.from({ length: 16 }, () => makeCustomer(test.owner)));
    const callers = customers.map((customer) => customer.caller);
    const couponCode = await makeCoupon(test.owner, { maxUses: 3 });
    const deadlocks = async () => {
      const { rows } = await sql<{ deadlocks: number }>`
      SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(test.owner);
      return rows[0]?.deadlocks;
    };
    const before = await deadlocks();
    let last: Awaited<ReturnType<typeof race>>["winners"] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [, next] = await Promise.all([
        stopAll(last),
        race(callers, () => ({ deviceId, payType: "coupon", couponCode })),
      ]);
      last = next.winners;
      expect(last.length).toBeLessThanOrEqual(1);
    }
    await stopAll(last);
    expect(await deadlocks()).toBe(before);
    expect(await runAudit(test.database)).toEqual([]);
  },
  60_000 + rounds * 1_000,
);
