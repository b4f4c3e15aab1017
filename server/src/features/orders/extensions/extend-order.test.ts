import { randomUUID } from "node:crypto";
import { deviceList } from "@reposo/contract/devices/devices.ts";
import type { Endpoint } from "@reposo/contract/endpoint.ts";
import { orderList } from "@reposo/contract/orders/order-lists.ts";
import { orderDetail } from "@reposo/contract/orders/orders.ts";
import { counterCash } from "@reposo/contract/orders/counter-cash.ts";
import { incomeEntries, incomeToday, otherSummary } from "@reposo/contract/revenue/revenue.ts";
import { sql } from "#platform/postgres/sql.ts";
import mqtt from "mqtt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { serverUsername } from "#platform/mqtt/broker-rights.ts";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import { makeCoupon, usesOf } from "#test/app/coupon-factory.ts";
import {
  addChair,
  type ChairToAdd,
  goSilent,
  makePricedOutlet,
  type OrderApp,
  openOrderApp,
  passDeadlines,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { browserOf, decidePayment, managerOf } from "#test/clients/order-browser.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
afterAll(async () => {
  expect(await runAudit(world.database)).toEqual([]);
  await world.close();
});

/** Opens a customer and a manager at a chair that runs a massage of ten minutes for the customer. */
async function arrange(chairToAdd: ChairToAdd = {}, at: PricedOutlet = outlet) {
  const chair = await addChair(world, at, chairToAdd);
  const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
  const signed = await makeManager(world.owner, { outletIds: [at.outletId] });
  const { orderId } = await customer.order({
    deviceId: chair.deviceId,
    priceId: at.priceIds[1],
    payType: "coupon",
    couponCode: await makeCoupon(world.owner),
  });
  const run = await customer.reaches(orderId, "running");
  const manager = browserOf(world.http, signed.token);
  return { chair, customer, manager, signed, run, orderId, extension: { orderId, priceId: at.priceIds[1] } };
}
type Browser = ReturnType<typeof browserOf>;

const online = { payType: "online" } as const;
const cash = { payType: "cash" } as const;

async function payOnline(browser: Browser, extension: Record<string, unknown>) {
  const placed = await browser.extend({ ...extension, ...online });
  expect(placed).toMatchObject({ code: 200, data: { orderStatus: "unpaid" } });
  const { order, orderId } = placed.data;
  expect({ ...(await browser.follow(orderId)), serverTime: order.serverTime }).toEqual(order);
  return {
    orderId: placed.data.orderId,
    pay: () => decidePayment(world.http, placed.data.payment?.redirectUrl as string, "pay"),
  };
}

const minutesBetween = (from: string | null, to: string | null) =>
  (Date.parse(to as string) - Date.parse(from as string)) / 60_000;

const extendsSent = async (orderId: string) =>
  (
    await sql<{ outcome: string | null }>`
      SELECT outcome FROM chair_command WHERE order_id = ${orderId} AND type = 'extend'`.execute(
      world.database,
    )
  ).rows;

describe("extending a running massage", () => {
  it("[PROTO-8] [G-11] [CNT-1] adds exactly the paid minutes when the chair has accepted them, and returns to the massage's page", async () => {
    const { chair, customer, run, orderId, extension } = await arrange();
    const { orderId: extensionId, pay } = await payOnline(customer, extension);
    const waiting = await customer.follow(orderId);
    expect(waiting).toMatchObject({ endsAt: run.endsAt, extendedMinutes: 0 });
    expect(waiting.extensions).toMatchObject([
      {
        orderId: extensionId,
        orderStatus: "unpaid",
        minutes: 10,
        amount: 10_000,
        payment: { provider: "simulated" },
      },
    ]);

    expect(await pay()).toContain(`orderId=${orderId}&ticket=`);
    const added = await customer.reaches(extensionId, "running");
    expect(added).toMatchObject({
      parentOrderId: orderId,
      orderType: "online",
      extendedMinutes: 0,
      gear: run.gear,
    });
    const longer = await customer.follow(orderId);
    expect(longer).toMatchObject({ orderStatus: "running", minutes: 10, extendedMinutes: 10 });
    expect(minutesBetween(run.endsAt, longer.endsAt)).toBe(10);
    expect(chair.state().running?.totalSeconds).toBe(1_200);

    chair.pressStop();
    const ended = await customer.reaches(extensionId, "completed");
    const parent = await customer.reaches(orderId, "completed");
    expect([ended.endReason, ended.endedAt]).toEqual([parent.endReason, parent.endedAt]);
  });

  it("[HOME-2] [DEV-1] [ORD-1] counts as a separate order, while its chair counts as in use once", async () => {
    const otherOutlet = await makePricedOutlet(world.owner);
    const chair = await addChair(world, otherOutlet);
    const { token } = await makeManager(world.owner, { outletIds: [otherOutlet.outletId] });
    const manager = browserOf(world.http, token);
    const bought = { priceId: otherOutlet.priceIds[1], ...cash };
    const { orderId } = await manager.order({ deviceId: chair.deviceId, ...bought });
    await manager.reaches(orderId, "running");
    const { data } = await manager.extend({ orderId, ...bought });
    await manager.reaches(data.orderId, "running");
    const longer = await manager.follow(orderId);
    const read = async (endpoint: Endpoint, fields = {}) =>
      (await call(world.http, endpoint, fields, { "access-token": token })).data;

    expect(await read(otherSummary)).toMatchObject({
      orders: { normal: 2, abnormal: 0, unpaid: 0 },
      devices: { total: 1, inUse: 1 },
    });
    expect(await read(deviceList)).toMatchObject({
      items: [{ inUse: true, orderId, endsAt: longer.endsAt }],
      total: 1,
    });
    expect(await read(orderList)).toMatchObject({
      items: [
        { orderId: data.orderId, parentOrderId: orderId, extendedMinutes: 0, amount: 10_000 },
        { orderId, parentOrderId: null, extendedMinutes: 10, amount: 10_000 },
      ],
      total: 2,
    });
    expect(await read(orderDetail, { orderId })).toMatchObject({
      orderId,
      extensions: [{ orderId: data.orderId, minutes: 10, amount: 10_000, orderStatus: "running" }],
    });
    expect(await read(incomeToday)).toMatchObject({ totals: [{ cash: 20_000, online: 0, total: 20_000 }] });
  });

  it("[START-3] [G-4] is available to managers for cash at the counter, with one extension per idempotency key", async () => {
    const { customer, manager, orderId, extension } = await arrange();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => manager.extend({ ...extension, ...cash }, key)));
    expect(new Set(answers.map(({ data }) => data.orderId)).size).toBe(1);
    await customer.reaches(answers[0]?.data.orderId as string, "running");
    expect((await manager.extend({ ...extension, ...cash }, key)).data).toEqual(answers[0]?.data);
    await eventually(async () => expect(await extendsSent(orderId)).toEqual([{ outcome: "done" }]));
    const other = { ...extension, priceId: outlet.priceIds[0], ...cash };
    expect(await manager.extend(other, key)).toMatchObject({ code: 20303 });
    const { rows } = await sql`
      SELECT channel, amount_minor FROM ledger_entry
      WHERE order_id = ${answers[0]?.data.orderId}`.execute(world.database);
    expect(rows).toEqual([{ channel: "cash", amount_minor: 10_000 }]);
  });

  it("[DET-3] [ORD-1] shows managers the account that took the cash, although the massage belongs to a customer", async () => {
    const { customer, manager, signed, extension } = await arrange({}, await makePricedOutlet(world.owner));
    const { token, caller } = signed;
    const { data } = await manager.extend({ ...extension, ...cash });
    await customer.reaches(data.orderId, "running");
    expect(await manager.follow(data.orderId)).toMatchObject({ takenBy: caller.name });
    expect(await customer.follow(data.orderId)).toMatchObject({ takenBy: null });
    const { accountId } = caller;
    const sums = await call(world.http, counterCash, {}, { "access-token": token });
    expect(sums.data.accounts).toMatchObject([{ accountId, accountName: caller.name, taken: 10_000 }]);
    const entries = await call(world.http, incomeEntries, { accountId }, { "access-token": token });
    expect(entries.data.items).toMatchObject([{ orderId: data.orderId, amount: 10_000 }]);
  });

  it("[START-3] [G-5] accepts a coupon, and returns its use if the chair refuses", async () => {
    const { chair, customer, orderId, extension, run } = await arrange();
    const couponCode = await makeCoupon(world.owner, { maxUses: 2 });
    const byCoupon = { ...extension, payType: "coupon", couponCode };
    const first = await customer.extend(byCoupon);
    await customer.reaches(first.data.orderId, "running");
    chair.setFaults({ refuse: "motorHot" });
    const second = await customer.extend(byCoupon);
    expect(await customer.reaches(second.data.orderId, "failed")).toMatchObject({ endReason: "refused" });
    expect(await usesOf(world.database, couponCode)).toBe(1);
    const left = await customer.follow(orderId);
    expect(minutesBetween(run.endsAt, left.endsAt)).toBe(10);
    expect(left.extensions.map(({ orderStatus }) => orderStatus)).toEqual(["failed", "running"]);
    chair.setFaults({ refuse: null });
  });

  it("[START-5] refunds the payment if the chair does not reply, and sends only one command", async () => {
    const { chair, customer, orderId, extension, run } = await arrange();
    const { orderId: extensionId, pay } = await payOnline(customer, extension);
    await goSilent(world, chair);
    await pay();
    await customer.reaches(extensionId, "starting");
    await passDeadlines(world, orderId);
    expect(await customer.reaches(extensionId, "refunded")).toMatchObject({
      endReason: "startDeadline",
      refund: { state: "returned", amount: 10_000 },
    });
    expect(await customer.follow(orderId)).toMatchObject({ orderStatus: "running", endsAt: run.endsAt });
    expect(await extendsSent(orderId)).toHaveLength(1);
    chair.setFaults({ offline: false });
  });

  it("[PROTO-8] [G-7] derives a lost reply from the duration of the run that the chair reports", async () => {
    const { chair, customer, orderId, extension } = await arrange();
    chair.setFaults({ noReply: true });
    const { orderId: extensionId, pay } = await payOnline(customer, extension);
    await pay();
    await customer.reaches(extensionId, "running");
    chair.setFaults({ noReply: false });
    expect(await customer.follow(orderId)).toMatchObject({ extendedMinutes: 10 });
    expect(await extendsSent(orderId)).toEqual([{ outcome: null }]);
  });

  it("[G-8] opens a case if a chair accepts minutes that are already refunded, and keeps the refund", async () => {
    const { chair, customer, orderId, extension, run } = await arrange();
    const { orderId: extensionId, pay } = await payOnline(customer, extension);
    await goSilent(world, chair);
    await pay();
    await customer.reaches(extensionId, "starting");
    await passDeadlines(world, orderId);
    await customer.reaches(extensionId, "refunded");
    const { rows } = await sql<{ command_id: string }>`
      SELECT command_id FROM chair_command WHERE extension_order_id = ${extensionId}`.execute(world.database);
    chair.setFaults({ offline: false });
    await eventually(() => expect(chair.state().connected).toBe(true));
    // The broker delivers the command late, and the chair's clock is behind, so the chair accepts the command.
    const server = await mqtt.connectAsync(world.broker.url, {
      username: serverUsername,
      password: world.brokerSecret,
    });
    const late = {
      commandId: rows[0]?.command_id,
      type: "extend",
      orderId,
      seconds: 600,
      notAfter: new Date(world.clock.now().getTime() + 60_000).toISOString(),
      serverTime: world.clock.now().toISOString(),
    };
    await server.publishAsync(`chairs/${chair.deviceId}/command`, JSON.stringify(late), { qos: 1 });
    await eventually(async () => {
      const cases = await sql<{ order_id: string }>`
        SELECT order_id FROM attention_case WHERE kind = 'ranAfterRefund' AND device_id = ${chair.deviceId}`.execute(
        world.database,
      );
      expect(cases.rows).toEqual([{ order_id: extensionId }]);
    });
    await server.endAsync(true);
    expect(await customer.follow(orderId)).toMatchObject({ endsAt: run.endsAt, extendedMinutes: 0 });
    // The late extension does not affect a later extension that the chair refuses.
    chair.setFaults({ refuse: "motorHot" });
    const unwanted = await payOnline(customer, extension);
    await unwanted.pay();
    expect(await customer.reaches(unwanted.orderId, "refunded")).toMatchObject({ endReason: "refused" });
    chair.setFaults({ refuse: null });
    // The late extension does not affect a later extension that the chair accepts.
    const next = await payOnline(customer, extension);
    await next.pay();
    await customer.reaches(next.orderId, "running");
    expect(chair.state().running?.totalSeconds).toBe(1_800);
    expect(minutesBetween(run.endsAt, (await customer.follow(orderId)).endsAt)).toBe(10);
  });

  it("[START-3] refunds a payment that the provider confirms after the massage, in any browser", async () => {
    const { chair, customer, orderId, extension } = await arrange();
    const { orderId: extensionId, pay } = await payOnline(customer, extension);
    chair.pressStop();
    await customer.reaches(orderId, "completed");
    expect(await customer.reaches(extensionId, "cancelled")).toMatchObject({ endReason: "runEnded" });
    const { rows } = await sql<{ payment_id: string }>`
      SELECT payment_id FROM payment WHERE order_id = ${extensionId}`.execute(world.database);
    await pay();
    await world.app.payments.settle(rows[0]?.payment_id as string, "confirmed");
    expect(await customer.reaches(extensionId, "refunded")).toMatchObject({ endReason: "runEnded" });
  });

  it("[CNT-2] ends when the customer stops the massage, and is refused while the server stops the massage", async () => {
    const { chair, customer, orderId, extension } = await arrange();
    const { orderId: extensionId, pay } = await payOnline(customer, extension);
    await pay();
    await customer.reaches(extensionId, "running");
    expect(await customer.stop(extensionId)).toMatchObject({ code: 20302, data: { parentOrderId: orderId } });
    const late = await payOnline(customer, extension);
    await goSilent(world, chair);
    await customer.stop(orderId);
    expect(await customer.extend({ ...extension, ...online })).toMatchObject({ code: 20302 });
    await late.pay();
    expect(await customer.reaches(late.orderId, "refunded")).toMatchObject({ endReason: "runEnded" });
    chair.setFaults({ offline: false });
    expect(await customer.reaches(extensionId, "completed")).toMatchObject({
      endReason: "stopped",
      refunded: 0,
    });
  });

  it("[START-3] [START-4] [G-9] refuses invalid requests before any payment", async () => {
    const { chair, customer, manager, orderId, extension } = await arrange();
    const otherCustomer = browserOf(world.http, (await makeCustomer(world.owner)).token);
    const elsewhere = await makePricedOutlet(world.owner);
    const foreign = await managerOf(world, elsewhere);
    expect(await otherCustomer.extend({ ...extension, ...online })).toMatchObject({ code: 20301 });
    expect(await foreign.extend({ ...extension, ...cash })).toMatchObject({ code: 20301 });
    expect(await customer.extend({ ...extension, ...cash })).toMatchObject({ code: 403 });
    expect(await manager.extend({ ...extension, ...online })).toMatchObject({ code: 20502 });
    const priced = (priceId: string) => customer.extend({ ...extension, ...online, priceId });
    expect(await priced(elsewhere.priceIds[1])).toMatchObject({ code: 20206 });
    // The price is for another gear, but the chair continues in the current gear.
    expect(await priced(outlet.priceIds[2])).toMatchObject({ code: 400 });
    const paid = await manager.extend({ ...extension, ...cash });
    await customer.reaches(paid.data.orderId, "running");
    expect(await manager.extend({ ...extension, ...cash, orderId: paid.data.orderId })).toMatchObject({
      code: 20302,
      data: { parentOrderId: orderId },
    });
    chair.setFaultCode("E42");
    await customer.reaches(orderId, "completed");
    expect(await manager.extend({ ...extension, ...cash })).toMatchObject({ code: 20302 });
  });

  it("[G-11] never exceeds the longest remaining time", async () => {
    const { customer, manager, orderId, extension } = await arrange();
    for (let minutes = 20; minutes <= 120; minutes += 10) {
      const { data } = await manager.extend({ ...extension, ...cash });
      await customer.reaches(data.orderId, "running");
    }
    const refused = await manager.extend({ ...extension, ...cash });
    expect(refused).toMatchObject({ code: 20306, data: { minutes: 120 } });
    expect(refused.message).toContain("120");
    expect(await customer.follow(orderId)).toMatchObject({ extendedMinutes: 110 });
  });

  it("[G-11] names the longest massage if the extension would exceed it, not the longest remaining time", async () => {
    const { manager, orderId, extension } = await arrange();
    const setExtended = (minutes: number) =>
      sql`UPDATE orders SET extended_minutes = ${minutes} WHERE order_id = ${orderId}`.execute(world.owner);
    await setExtended(581);
    const refused = await manager.extend({ ...extension, ...cash });
    expect(refused).toMatchObject({
      code: 20309,
      message: "A massage can last at most 600 minutes in total",
      data: { minutes: 600 },
    });
    await setExtended(0);
  });

  it("[G-11] [START-3] refunds an extension that is paid when it would exceed the longest time", async () => {
    const { customer, manager, orderId, extension } = await arrange();
    const late = await payOnline(customer, extension);
    await sql`
      UPDATE orders SET started_at = started_at + interval '110 minutes', ends_at = ends_at + interval '110 minutes'
      WHERE order_id = ${orderId}`.execute(world.owner);
    await late.pay();
    expect(await customer.reaches(late.orderId, "refunded")).toMatchObject({ endReason: "refused" });
    expect(await manager.extend({ ...extension, ...cash })).toMatchObject({ code: 20306 });
    expect(await customer.follow(orderId)).toMatchObject({ extendedMinutes: 0 });
  });

  it("[CNT-2] [START-6] is refused while another extension waits for its payment, even concurrently, and accepted once that is cancelled or paid", async () => {
    const { customer, manager, orderId, extension } = await arrange();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => customer.extend({ ...extension, ...online })),
    );
    const codes = answers.map(({ code }) => code).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, ...Array(5).fill(20311)]);
    const unpaid = answers.find(({ code }) => code === 200)?.data.orderId as string;
    const couponCode = await makeCoupon(world.owner);
    for (const [browser, payment] of [
      [customer, online],
      [customer, { payType: "coupon", couponCode }],
      [manager, cash],
    ] as const) {
      const refused = await browser.extend({ ...extension, ...payment });
      expect(refused).toMatchObject({ code: 20311, data: { orderId: unpaid } });
      expect(refused.message).toBe(
        "Added minutes are still waiting for payment. Pay for them or cancel them first.",
      );
    }
    expect(await customer.stop(unpaid)).toMatchObject({ code: 200, data: { orderStatus: "cancelled" } });
    const paid = await payOnline(customer, extension);
    await paid.pay();
    await customer.reaches(paid.orderId, "running");
    expect((await manager.extend({ ...extension, ...cash })).code).toBe(200);
    await eventually(async () => expect((await customer.follow(orderId)).extendedMinutes).toBe(20));
  });
});

describe("concurrent extensions", () => {
  it("[START-6] are all delivered to the chair, one after the other, whichever server receives them", async () => {
    const { chair, customer, orderId, extension, run } = await arrange();
    const other = await world.join();
    const { token } = await makeManager(world.owner, { outletIds: [outlet.outletId] });
    const manager = browserOf(other.http, token);
    chair.setFaults({ lateReplyMs: 150 });
    const first = await payOnline(customer, extension);
    await first.pay();
    const others = await Promise.all([1, 2].map(() => manager.extend({ ...extension, ...cash })));
    for (const id of [first.orderId, ...others.map(({ data }) => data.orderId)])
      await customer.reaches(id, "running");
    const longer = await customer.follow(orderId);
    expect(longer.extendedMinutes).toBe(30);
    expect(minutesBetween(run.endsAt, longer.endsAt)).toBe(30);
    expect(chair.state().running?.totalSeconds).toBe(2_400);
    // The chair's state arrives before its replies, which are delayed.
    const done = { outcome: "done" };
    await eventually(async () => expect(await extendsSent(orderId)).toEqual([done, done, done]));
    await other.close();
  });

  it("[G-3] [G-8] at the end of the massage are either completed or refunded", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { chair, customer, manager, orderId, extension } = await arrange();
      const [extended] = await Promise.all([
        manager.extend({ ...extension, ...cash }),
        new Promise<void>((resolve) => {
          setTimeout(() => {
            chair.pressStop();
            resolve();
          }, round * 4);
        }),
      ]);
      await customer.reaches(orderId, "completed");
      if (extended.code !== 200) {
        expect(extended.code).toBe(20302);
        continue;
      }
      const ended = await eventually(async () => {
        const order = await customer.follow(extended.data.orderId);
        expect(order.orderStatus).toMatch(/^(completed|refunded)$/);
        return order;
      });
      expect(ended.endReason).toBe(ended.orderStatus === "completed" ? "stopped" : "runEnded");
    }
    expect(await runAudit(world.database)).toEqual([]);
  });
});

describe("a fault of an extended massage", () => {
  it("[START-5] refunds the unused minutes, starting with those that were bought last", async () => {
    await sql`UPDATE outlet SET refund_policy = 'proportional' WHERE outlet_id = ${outlet.outletId}`.execute(
      world.owner,
    );
    const chair = await addChair(world, outlet);
    const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
    const bought = { deviceId: chair.deviceId, priceId: outlet.priceIds[1], ...online };
    const { orderId, payment } = await customer.order(bought);
    await decidePayment(world.http, payment?.redirectUrl as string, "pay");
    const { startedAt } = await customer.reaches(orderId, "running");
    const { orderId: extensionId, pay } = await payOnline(customer, { orderId, priceId: outlet.priceIds[1] });
    await pay();
    await customer.reaches(extensionId, "running");
    // The chair has run for five of twenty minutes: the extension is refunded in full, and the first order by half.
    await sql`
      UPDATE orders SET started_at = started_at - interval '5 minutes', ends_at = ends_at - interval '5 minutes'
      WHERE device_id = ${chair.deviceId}`.execute(world.owner);
    chair.setFaultCode("E42");
    const returned = await eventually(async () => {
      const [run, extension] = [await customer.follow(orderId), await customer.follow(extensionId)];
      expect([run.orderStatus, extension.orderStatus]).toEqual(["completed", "completed"]);
      expect(run.refunded).toBeGreaterThan(0);
      expect(extension.refunded).toBeGreaterThan(0);
      return { run: run.refunded, extension: extension.refunded };
    });
    expect(returned.extension).toBe(10_000);
    expect(returned.run).toBeLessThanOrEqual(5_000);
    // The chair has also run for at most the real duration of this test. Ten minutes cost 100.00.
    const ranMs = world.clock.now().getTime() - Date.parse(startedAt as string);
    expect(returned.run).toBeGreaterThanOrEqual(5_000 - ranMs / 60);
  });
});
