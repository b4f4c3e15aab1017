import { feedbackAnswer, feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { stop } from "@reposo/contract/orders/orders.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { lockOrder } from "#features/orders/record/orders-store.ts";
import { refundAfterLateReport } from "./refund-after-late-report.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeCoupon } from "#test/app/coupon-factory.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import {
  addChair,
  eventually,
  goSilent,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { call } from "#test/clients/http-client.ts";
import { browserOf, decidePayment } from "#test/clients/order-browser.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(() => world.close());

const managerWith = async (
  ...permissions: ("home" | "details" | "user" | "start" | "stop" | "coupons")[]
) => {
  const { token } = await makeManager(world.owner, { outletIds: [outlet.outletId], permissions });
  return { token, ...browserOf(world.http, token) };
};

/** Starts a massage of ten minutes for 100.00, and lets `seconds` pass. */
async function arrange({ payType, seconds }: { payType: "online" | "cash" | "coupon"; seconds: number }) {
  const chair = await addChair(world, outlet);
  const { deviceId } = chair;
  const staff = await managerWith("details", "start", "stop", "coupons");
  const { token } = await makeCustomer(world.owner);
  const customer = { token, ...browserOf(world.http, token) };
  const buyer = payType === "cash" ? staff : customer;
  const { orderId, payment } = await buyer.order({
    deviceId,
    priceId: outlet.priceIds[1],
    payType,
    ...(payType === "coupon" && { couponCode: await makeCoupon(world.owner) }),
  });
  if (payment !== null) await decidePayment(world.http, payment.redirectUrl as string, "pay");
  await buyer.reaches(orderId, "running");
  world.advanceTime(seconds * 1_000);
  return { chair, staff, customer, orderId };
}

const ledgerOf = (orderId: string) =>
  sql<{ channel: string; amount: number }>`
    SELECT channel, amount_minor AS amount FROM ledger_entry WHERE order_id = ${orderId} ORDER BY entry_id`.rows(
    world.owner,
  );

describe("a massage that a manager stops", () => {
  it("[STAFF-1] [G-3] refunds the unused minutes of an online payment, whatever the outlet's policy is for faults", async () => {
    const { staff, customer, orderId } = await arrange({ payType: "online", seconds: 240 });
    expect((await customer.follow(orderId)).unusedAmount).toBeNull();
    const { unusedAmount } = await staff.follow(orderId);
    expect(unusedAmount?.cash).toBe(0);
    expect(unusedAmount?.online).toBeGreaterThan(5_950);
    expect(unusedAmount?.online).toBeLessThanOrEqual(6_000);
    expect((await staff.stop(orderId)).code).toBe(200);
    expect(await staff.reaches(orderId, "completed")).toMatchObject({ endReason: "stopped" });
    const refunded = await eventually(async () => {
      const order = await customer.follow(orderId);
      expect(order.refunded).toBeGreaterThan(5_900);
      return order.refunded;
    });
    expect(refunded).toBeLessThanOrEqual(unusedAmount?.online ?? 0);
    expect(await ledgerOf(orderId)).toEqual([
      { channel: "online", amount: 10_000 },
      { channel: "online", amount: -refunded },
    ]);
  });

  it("[STAFF-1] records the unused share of counter cash as returned at the counter", async () => {
    const { staff, orderId } = await arrange({ payType: "cash", seconds: 300 });
    await staff.stop(orderId);
    const { refunded } = await staff.reaches(orderId, "completed");
    expect(refunded).toBeGreaterThan(4_900);
    expect(refunded).toBeLessThanOrEqual(5_000);
    expect(await ledgerOf(orderId)).toEqual([
      { channel: "cash", amount: 10_000 },
      { channel: "cash", amount: -refunded },
    ]);
  });

  it("[STAFF-1] [BENEFIT-1] promises and refunds nothing of what was given as a coupon", async () => {
    const { staff, customer, orderId } = await arrange({ payType: "online", seconds: 240 });
    const as = { "access-token": customer.token };
    const { data } = await call(world.http, feedbackInsert, { orderId, problem: "It is loud" }, as);
    const answer = { feedbackId: data.feedbackId, answer: "We are sorry", remedy: "coupon" };
    await call(world.http, feedbackAnswer, answer, { "access-token": staff.token });
    expect((await staff.follow(orderId)).unusedAmount).toEqual({ online: 0, cash: 0 });
    await staff.stop(orderId);
    expect(await staff.reaches(orderId, "completed")).toMatchObject({ refund: null, refunded: 0 });
  });

  it("[STAFF-1] states apart what is refunded online, and what the manager returns for an extension in cash", async () => {
    const { staff, orderId } = await arrange({ payType: "online", seconds: 240 });
    await staff.extend({ orderId, priceId: outlet.priceIds[1], payType: "cash" });
    await eventually(async () => expect((await staff.follow(orderId)).extendedMinutes).toBe(10));
    const { unusedAmount } = await staff.follow(orderId);
    expect(unusedAmount?.cash).toBe(10_000);
    expect(unusedAmount?.online).toBeLessThanOrEqual(6_000);
    await staff.stop(orderId);
    const { extensions } = await staff.reaches(orderId, "completed");
    expect(extensions).toMatchObject([{ payType: "cash", refunded: 10_000 }]);
  });

  it("[STAFF-1] refunds once, although the chair both replies that it is idle and reports the end", async () => {
    const { chair, staff, orderId } = await arrange({ payType: "cash", seconds: 300 });
    chair.setFaults({ eventCopies: 3 });
    await staff.stop(orderId);
    const { refunded } = await staff.reaches(orderId, "completed");
    await eventually(async () =>
      expect(
        await sql`SELECT FROM chair_event WHERE device_id = ${chair.deviceId} AND type = 'stopped'`.rows(
          world.owner,
        ),
      ).toHaveLength(1),
    );
    expect(await staff.follow(orderId)).toMatchObject({ refunded });
  });

  it("[STAFF-1] refunds nothing for a free massage, and nothing if the customer stops it", async () => {
    const free = await arrange({ payType: "coupon", seconds: 60 });
    expect((await free.staff.follow(free.orderId)).unusedAmount).toEqual({ online: 0, cash: 0 });
    await free.staff.stop(free.orderId);
    expect(await free.staff.reaches(free.orderId, "completed")).toMatchObject({ refund: null });
    const own = await arrange({ payType: "online", seconds: 60 });
    await own.customer.stop(own.orderId);
    expect(await own.customer.reaches(own.orderId, "completed")).toMatchObject({ refund: null, refunded: 0 });
    const button = await arrange({ payType: "online", seconds: 60 });
    button.chair.pressStop();
    expect(await button.customer.reaches(button.orderId, "completed")).toMatchObject({ refund: null });
  });

  it("[STAFF-1] is not stopped by a manager without the permission, and runs on", async () => {
    const { chair, customer, orderId } = await arrange({ payType: "online", seconds: 60 });
    const viewer = await managerWith("home", "details", "user", "start");
    const answer = await call(world.http, stop, { orderId }, { "access-token": viewer.token });
    expect(answer.code).toBe(403);
    expect(chair.state().running).not.toBeNull();
    expect(await customer.follow(orderId)).toMatchObject({ orderStatus: "running" });
    await customer.stop(orderId);
    await customer.reaches(orderId, "completed");
  });

  it("[STAFF-1] refunds by the chair's report if the chair was offline when it was stopped", async () => {
    const { chair, staff, customer, orderId } = await arrange({ payType: "online", seconds: 300 });
    await goSilent(world, chair);
    await staff.stop(orderId);
    expect((await customer.follow(orderId)).orderStatus).toBe("running");
    chair.setFaults({ offline: false });
    await customer.reaches(orderId, "completed");
    await eventually(async () => expect((await customer.follow(orderId)).refunded).toBeGreaterThan(4_500));
  });

  it("[STAFF-1] [G-3] refunds only the difference if the chair reports an earlier fault after the stop", async () => {
    const { staff, customer, orderId } = await arrange({ payType: "online", seconds: 240 });
    await staff.stop(orderId);
    const { startedAt } = await staff.reaches(orderId, "completed");
    const { refunded } = await eventually(async () => {
      const order = await customer.follow(orderId);
      expect(order.refunded).toBeGreaterThan(5_900);
      return order;
    });
    await transact(world.database, async (uow) => {
      const order = await lockOrder(uow, orderId);
      if (order === null) throw new Error("the order does not exist");
      const at = new Date(Date.parse(startedAt as string) + 120_000);
      const dependencies = { clock: world.clock, payments: world.app.payments };
      await refundAfterLateReport(uow, dependencies, order, { at, reason: "fault" });
    });
    await eventually(async () => expect((await customer.follow(orderId)).refunded).toBe(8_000));
    expect(refunded).toBeLessThan(8_000);
  });
});
