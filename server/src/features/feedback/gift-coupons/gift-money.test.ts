import type { Endpoint } from "@reposo/contract/endpoint.ts";
import { feedbackAnswer, feedbackDetail, feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterEach, afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { refundWithoutRequest } from "#features/orders/refunds/index.ts";
import { makeCoupon } from "#test/app/coupon-factory.ts";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeDevice, makeManager } from "#test/app/network-factory.ts";
import {
  addChair,
  eventually,
  goSilent,
  makePricedOutlet,
  sharedOrderApp,
  type OrderApp,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { browserOf, decidePayment } from "#test/clients/order-browser.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { databaseUrlOf, runPrinting } from "#test/clients/command-line.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await sharedOrderApp("audited");
});
let outlet: PricedOutlet;
let manager: { token: string; accountId: string };
beforeEach(async () => {
  outlet = await makePricedOutlet(world.owner);
  const { token, caller } = await makeManager(world.owner, { outletIds: [outlet.outletId] });
  manager = { token, accountId: caller.accountId };
});
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(() => world.close());

const as =
  (token: string) =>
  <E extends Endpoint>(endpoint: E, fields: Record<string, unknown>) =>
    call(world.http, endpoint, fields, { "access-token": token });

async function newCustomer() {
  const { token, caller } = await makeCustomer(world.owner);
  return { token, customerId: caller.customerId, ...browserOf(world.http, token) };
}
type Customer = Awaited<ReturnType<typeof newCustomer>>;

const order = (customer: Customer, deviceId: string) =>
  customer.order({ deviceId, priceId: outlet.priceIds[0], payType: "online" });
const pay = (placed: { payment: { redirectUrl?: string } | null }, action: "pay" | "refuse" = "pay") =>
  decidePayment(world.http, placed.payment?.redirectUrl as string, action);

/** Creates a completed order for which a customer has paid 50.00. */
async function paidOrder() {
  const customer = await newCustomer();
  const chair = await addChair(world, outlet, { speed: 600 });
  const placed = await order(customer, chair.deviceId);
  await pay(placed);
  await customer.reaches(placed.orderId, "completed");
  return { customer, orderId: placed.orderId };
}

const complain = async (token: string, orderId: string) =>
  (await as(token)(feedbackInsert, { orderId, problem: "It stopped", abnormal: "" })).data;
const offerOf = async (feedbackId: string) =>
  (await as(manager.token)(feedbackDetail, { feedbackId })).data.giftOffer;
const give = async (feedbackId: string) =>
  (await as(manager.token)(feedbackAnswer, { feedbackId, answer: "We are sorry", remedy: "coupon" })).data
    .gift;
const couponsOf = async (orderId: string) =>
  (
    await sql<{
      value: number;
    }>`SELECT c.value_minor AS value FROM gift_coupon g JOIN coupon c ON c.code = g.coupon_code
      WHERE g.order_id = ${orderId}`.execute(world.database)
  ).rows.map(({ value }) => value);

const refund = (orderId: string, amountMinor: number | null, exceed = false) =>
  transact(world.database, (uow) =>
    refundWithoutRequest(
      uow,
      { clock: world.clock, payments: world.app.payments },
      { order: orderId, amountMinor, reason: "Rollers", actor: "operator", again: true, exceed },
    ),
  );
const returned = (customer: Customer, orderId: string, amount: number) =>
  eventually(async () => expect((await customer.follow(orderId)).refunded).toBe(amount));

async function reposo(...args: string[]) {
  return runPrinting(args, { env: { DATABASE_URL: databaseUrlOf(world.test.connection) } });
}
const auditDetails = async (orderId: string, action: string) =>
  (
    await sql<{ detail: Record<string, unknown> }>`SELECT detail FROM audit_entry
      WHERE subject = ${`order:${orderId}`} AND action = ${action}`.execute(world.database)
  ).rows.map(({ detail }) => detail);

describe("a gift coupon for an order whose money did not stay", () => {
  it("[BENEFIT-1] is only requested if nobody paid the order", async () => {
    const customer = await newCustomer();
    const deviceId = await makeDevice(world.owner, { ...outlet, online: true });
    const unpaid = await order(customer, deviceId);
    const cancelled = await order(customer, deviceId);
    await pay(cancelled, "refuse");
    for (const { orderId } of [unpaid, cancelled]) {
      const { feedbackId } = await complain(customer.token, orderId);
      expect(await offerOf(feedbackId)).toMatchObject({ amount: 5_000, limit: "value" });
      expect(await give(feedbackId)).toMatchObject({ state: "requested", limit: "value" });
      expect(await couponsOf(orderId)).toEqual([]);
    }
  });

  it("[BENEFIT-1] is only requested if the payment was refunded, automatically or by the operator", async () => {
    const [first, second] = [await newCustomer(), await newCustomer()];
    const chair = await addChair(world, outlet);
    const [taken, failed] = [await order(first, chair.deviceId), await order(second, chair.deviceId)];
    await pay(taken);
    await pay(failed);
    const { feedbackId } = await complain(second.token, failed.orderId);
    expect(await give(feedbackId)).toMatchObject({ state: "requested", limit: "value" });
    await second.reaches(failed.orderId, "refunded");

    const { customer, orderId } = await paidOrder();
    expect(await refund(orderId, null)).toMatchObject({ kind: "started" });
    const complaint = await complain(customer.token, orderId);
    expect(await offerOf(complaint.feedbackId)).toMatchObject({ amount: 5_000, limit: "value" });
    expect(await give(complaint.feedbackId)).toMatchObject({ state: "requested", limit: "value" });
    expect(await couponsOf(orderId)).toEqual([]);
  });

  it("[BENEFIT-1] is worth what was neither refunded nor given", async () => {
    const { customer, orderId } = await paidOrder();
    expect(await refund(orderId, 2_000)).toMatchObject({ kind: "started" });
    const { feedbackId } = await complain(customer.token, orderId);
    expect(await offerOf(feedbackId)).toMatchObject({ amount: 3_000, limit: null });
    expect(await give(feedbackId)).toMatchObject({ amount: 3_000, state: "given" });
    expect(await couponsOf(orderId)).toEqual([3_000]);
    const again = await complain(customer.token, orderId);
    expect(await give(again.feedbackId)).toMatchObject({ state: "requested", limit: "value" });
  });

  it("[BENEFIT-1] is only requested until the chair has started, because the payment may still be refunded", async () => {
    const chair = await addChair(world, outlet);
    await goSilent(world, chair);
    const customer = await newCustomer();
    const placed = await order(customer, chair.deviceId);
    await pay(placed);
    await customer.reaches(placed.orderId, "starting");
    const { feedbackId } = await complain(customer.token, placed.orderId);
    expect(await give(feedbackId)).toMatchObject({ state: "requested", limit: "value" });
  });
});

it("[BENEFIT-1] only requests a gift coupon for feedback that the manager sent himself", async () => {
  const { orderId, customer } = await paidOrder();
  const own = await complain(manager.token, orderId);
  expect(await offerOf(own.feedbackId)).toMatchObject({ amount: 5_000, limit: "ownFeedback" });
  expect(await give(own.feedbackId)).toMatchObject({ state: "requested", limit: "ownFeedback" });
  expect(await couponsOf(orderId)).toEqual([]);
  expect((await reposo("gift", "list")).out).toContain("the manager sent this feedback");
  const { feedbackId } = await complain(customer.token, orderId);
  expect(await give(feedbackId)).toMatchObject({ state: "given" });
});

it("[BENEFIT-1] gives together at most what was paid, if gifts and refunds are made at the same time", async () => {
  for (let round = 0; round < 4; round += 1) {
    const { customer, orderId } = await paidOrder();
    const feedbackIds: string[] = [];
    for (let count = 0; count < 4; count += 1)
      feedbackIds.push((await complain(customer.token, orderId)).feedbackId);
    const [gifts, outcomes] = await Promise.all([
      Promise.all(feedbackIds.map(give)),
      Promise.all([1_500, 1_500, 5_000].map((amount) => refund(orderId, amount))),
    ]);
    const given = gifts.map((gift) => (gift?.state === "given" ? (gift.amount as number) : 0));
    const refunded = outcomes.map((one) => (one.kind === "started" ? one.amountMinor : 0));
    expect(given.filter((amount) => amount > 0).length).toBeLessThanOrEqual(1);
    expect([...given, ...refunded].reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(5_000);
    await returned(
      customer,
      orderId,
      refunded.reduce((sum, amount) => sum + amount, 0),
    );
  }
});

it("[BENEFIT-1] refunds only the unused minutes that a gift coupon does not cover", async () => {
  const chair = await addChair(world, outlet);
  const customer = await newCustomer();
  const placed = await customer.order({
    deviceId: chair.deviceId,
    priceId: outlet.priceIds[1],
    payType: "online",
  });
  await pay(placed);
  await customer.reaches(placed.orderId, "running");
  const { feedbackId } = await complain(customer.token, placed.orderId);
  expect(await give(feedbackId)).toMatchObject({ amount: 10_000, state: "given" });
  chair.setFaultCode("E07");
  expect(await customer.reaches(placed.orderId, "completed")).toMatchObject({
    endReason: "fault",
    refund: null,
  });
});

describe("the operator", () => {
  it("[BENEFIT-1] [WHO-3] cannot refund a payment for which a coupon was approved without --exceed", async () => {
    const { orderId } = await paidOrder();
    const { feedbackId, reference } = await complain(manager.token, orderId);
    expect(await give(feedbackId)).toMatchObject({ state: "requested", limit: "ownFeedback" });
    expect((await reposo("gift", "approve", reference)).code).toBe(0);
    expect(await refund(orderId, null)).toMatchObject({
      kind: "exceeds",
      givenMinor: 5_000,
      exceedsMinor: 5_000,
    });
  });

  it("[BENEFIT-1] [WHO-3] approves a free massage for a free order only with --exceed", async () => {
    const customer = await newCustomer();
    const { deviceId } = await addChair(world, outlet);
    const couponCode = await makeCoupon(world.owner, { property: "free" });
    const placed = { deviceId, priceId: outlet.priceIds[0], payType: "coupon", couponCode };
    const { orderId } = await customer.order(placed);
    const { feedbackId, reference } = await complain(customer.token, orderId);
    expect(await give(feedbackId)).toMatchObject({ amount: null, state: "requested", limit: "value" });
    const refused = await reposo("gift", "approve", reference);
    expect(refused.out).toMatch(/A free massage exceeds what is left; add --exceed to give it anyway\.$/);
    expect((await reposo("gift", "approve", reference, "--exceed")).code).toBe(0);
    expect(await auditDetails(orderId, "gift.approved")).toMatchObject([{ exceedsMinor: null }]);
  });

  it("[BENEFIT-1] [WHO-3] refunds a payment for which a coupon was given only with --exceed", async () => {
    const { customer, orderId } = await paidOrder();
    await give((await complain(customer.token, orderId)).feedbackId);
    const giveRefund = (...more: string[]) =>
      reposo("refund", "give", orderId, "--reason", "Too hot", ...more);
    expect(await giveRefund("--amount", "20")).toEqual({
      code: 1,
      out:
        "PHP 50.00 was received for the order; PHP 0.00 of it was refunded, and PHP 50.00 given as coupons. " +
        "This exceeds what is left by PHP 20.00; add --exceed to give it anyway.",
    });
    await returned(customer, orderId, 0);
    expect((await giveRefund("--amount", "20", "--exceed")).out).toMatch(/^PHP 20\.00 is being refunded/);
    await returned(customer, orderId, 2_000);
    expect(await auditDetails(orderId, "order.refund")).toMatchObject([
      { amountMinor: 2_000, exceedsMinor: 2_000 },
    ]);
    expect((await giveRefund("--amount", "40", "--exceed")).out).toBe(
      "No more than PHP 30.00 is left to refund.",
    );
  });

  it("[BENEFIT-1] [WHO-3] approves a coupon that exceeds the received money only with --exceed", async () => {
    const customer = await newCustomer();
    const deviceId = await makeDevice(world.owner, { ...outlet, online: true });
    const { orderId } = await order(customer, deviceId);
    const { feedbackId, reference } = await complain(customer.token, orderId);
    await give(feedbackId);
    expect((await reposo("gift", "list")).out).toContain("worth more than what is left of the order's money");
    expect(await reposo("gift", "approve", reference)).toEqual({
      code: 1,
      out:
        "PHP 0.00 was received for the order; PHP 0.00 of it was refunded, and PHP 0.00 given as coupons. " +
        "This exceeds what is left by PHP 50.00; add --exceed to give it anyway.",
    });
    expect(await couponsOf(orderId)).toEqual([]);
    expect((await reposo("gift", "approve", reference, "--exceed")).code).toBe(0);
    expect(await couponsOf(orderId)).toEqual([5_000]);
    expect(await auditDetails(orderId, "gift.approved")).toMatchObject([{ exceedsMinor: 5_000 }]);
  });
});

it("[BENEFIT-1] [G-3] is audited: coupons given without the operator and refunds stay within the payment", async () => {
  const { customer, orderId } = await paidOrder();
  await give((await complain(customer.token, orderId)).feedbackId);
  const setValue = (value: number) =>
    sql`UPDATE gift_coupon SET value_minor = ${value}, left_minor = ${value} WHERE order_id = ${orderId}`.execute(
      world.owner,
    );
  const setSender = (sender: { accountId: string } | { customerId: string }) =>
    sql`UPDATE feedback SET account_id = ${"accountId" in sender ? sender.accountId : null},
      customer_id = ${"customerId" in sender ? sender.customerId : null} WHERE order_id = ${orderId}`.execute(
      world.owner,
    );
  const finding = { guarantee: "G-3", audit: "benefits-within-money", rows: [{ order_id: orderId }] };
  await setValue(5_001);
  expect(await runAudit(world.database)).toMatchObject([finding]);
  await setValue(5_000);
  await setSender(manager);
  expect(await runAudit(world.database)).toMatchObject([finding]);
  await setSender(customer);
});
