import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { closeCase, listOpenCases } from "#features/cases/index.ts";
import { runAudit } from "#features/audit/index.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
import { addChair, type OrderApp, type PricedOutlet, eventually } from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import type { CompanyPage, CompanyRefund, PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { openStripeCompany } from "#test/stand-ins/stripe-company.ts";
import { openXenditCompany } from "#test/stand-ins/xendit-company.ts";
import { type CompanyApp, openCompanyApp } from "#test/app/company-app.ts";

describe.each([
  ["Stripe", openStripeCompany],
  ["Xendit", openXenditCompany],
])("[START-3] paying through %s", (_label, open) => {
  let company: PaymentCompany;
  let world: OrderApp;
  let outlet: PricedOutlet;
  let send: CompanyApp["send"];
  let lastPage: CompanyApp["lastPage"];
  let close: CompanyApp["close"];
  beforeAll(async () => {
    ({ company, world, outlet, send, lastPage, close } = await openCompanyApp(open));
  });
  afterEach(async () => {
    Object.assign(company.faults, { failing: 0, losingResponses: 0, slowMs: 0, refundsEnd: "succeeded" });
    expect(await runAudit(world.database)).toEqual([]);
  });
  afterAll(() => close());

  const deliver = (page: CompanyPage, id: string = randomUUID()) => send(company.webhookOf(page, id));

  async function orderOnline(deviceId: string) {
    const guest = browserOf(world.http, (await makeCustomer(world.owner)).token);
    const placed = await guest.order({ deviceId, priceId: outlet.priceIds[0], payType: "online" });
    const page = lastPage();
    expect(placed.payment?.redirectUrl).toContain(page.ref);
    expect(page).toMatchObject({ amountMinor: 5_000, currency: "PHP", state: "open" });
    return { ...guest, ...placed, page };
  }
  async function moneyOf(orderId: string) {
    const { rows } = await sql<{ source: string; amount: number }>`
      SELECT source, sum(amount_minor)::bigint AS amount FROM ledger_entry WHERE order_id = ${orderId}
      GROUP BY source ORDER BY source`.execute(world.database);
    return Object.fromEntries(rows.map(({ source, amount }) => [source, amount]));
  }
  const checkNow = () =>
    sql`UPDATE outbox SET due_at = ${world.clock.now()} WHERE kind = 'check-payment'`.execute(world.owner);

  it("starts the chair once, however often and in whatever order webhooks are delivered", async () => {
    const chair = await addChair(world, outlet, { speed: 60 });
    const order = await orderOnline(chair.deviceId);
    expect(await deliver(order.page)).toBe(200);
    order.page.state = "paid";
    const webhook = company.webhookOf(order.page, "evt-1");
    await Promise.all(Array.from({ length: 10 }, () => send(webhook)));
    await Promise.all(Array.from({ length: 5 }, () => deliver(order.page)));
    expect(await order.reaches(order.orderId, "completed")).toMatchObject({ endReason: "finished" });
    await deliver({ ...order.page, state: "expired" });
    await deliver(order.page);
    expect(await moneyOf(order.orderId)).toEqual({ payment: 5_000 });
    expect(world.motors.filter((ran) => ran.orderId === order.orderId)).toHaveLength(1);
  });

  it("[START-6] finds a payment by a status check if its webhook is never delivered", async () => {
    const chair = await addChair(world, outlet, { speed: 60 });
    const order = await orderOnline(chair.deviceId);
    company.faults.failing = 3;
    order.page.state = "paid";
    await checkNow();
    await order.reaches(order.orderId, "completed");
    expect(await moneyOf(order.orderId)).toEqual({ payment: 5_000 });
  });

  it("keeps an order unpaid, not failed, while its payment is pending", async () => {
    const chair = await addChair(world, outlet, { speed: 60 });
    const order = await orderOnline(chair.deviceId);
    order.page.state = "pending";
    await deliver(order.page);
    await checkNow();
    expect(await order.follow(order.orderId)).toMatchObject({ orderStatus: "unpaid" });
    order.page.state = "paid";
    await deliver(order.page);
    await order.reaches(order.orderId, "completed");
  });

  it("[G-3] expires the page of an ended order, and refunds a late payment", async () => {
    const chair = await addChair(world, outlet);
    const left = await orderOnline(chair.deviceId);
    const late = await orderOnline(chair.deviceId);
    world.advanceTime(15 * 60_000 + 1);
    await left.reaches(left.orderId, "cancelled");
    await late.reaches(late.orderId, "cancelled");
    late.page.state = "paid";
    await deliver(late.page);
    world.advanceTime(20_000);
    await checkNow();
    await eventually(() => expect(left.page.state).toBe("expired"));
    expect(await late.reaches(late.orderId, "refunded")).toMatchObject({ refunded: 5_000 });
    expect(await moneyOf(late.orderId)).toEqual({ payment: 5_000, refund: -5_000 });
    expect(company.refunds.filter((one) => one.pageRef === late.page.ref)).toHaveLength(1);
  });

  it("[CNT-2] [G-3] expires the page of an order at once when its customer cancels the order", async () => {
    const chair = await addChair(world, outlet);
    const order = await orderOnline(chair.deviceId);
    expect((await order.stop(order.orderId)).data).toMatchObject({ orderStatus: "cancelled" });
    await eventually(() => expect(order.page.state).toBe("expired"));
  });

  it("[G-3] requests a refund once even if responses are lost, and shows it as pending until the money is returned", async () => {
    const chair = await addChair(world, outlet);
    const order = await orderOnline(chair.deviceId);
    chair.setFaults({ refuse: "motorHot" });
    company.faults.refundsEnd = "pending";
    order.page.state = "paid";
    await deliver(order.page);
    await order.reaches(order.orderId, "failed");
    const refund = await eventually(async () => {
      const followed = await order.follow(order.orderId);
      expect(followed.refund).toMatchObject({ state: "onItsWay", amount: 5_000 });
      return company.refunds.find((one) => one.pageRef === order.page.ref);
    });
    expect(await moneyOf(order.orderId)).toEqual({ payment: 5_000 });
    if (refund === undefined) throw new Error("no refund was requested");
    refund.state = "succeeded";
    expect(await send(company.refundWebhook(refund, randomUUID()))).toBe(200);
    expect(await order.reaches(order.orderId, "refunded")).toMatchObject({ refund: { state: "returned" } });
    expect(company.refunds.filter((one) => one.pageRef === order.page.ref)).toHaveLength(1);
  });

  it("[G-3] opens one page and makes one refund even if responses are lost", async () => {
    const chair = await addChair(world, outlet);
    chair.setFaults({ refuse: "motorHot" });
    const order = await orderOnline(chair.deviceId);
    order.page.state = "paid";
    company.faults.losingResponses = 5;
    await checkNow();
    await order.reaches(order.orderId, "refunded", 30_000);
    expect(company.refunds.filter((one) => one.pageRef === order.page.ref)).toHaveLength(1);
  });

  it.each([
    ["amount", { amountMinor: 1 }],
    ["currency", { currency: "MYR" }],
  ])("does not book a payment of another %s, and opens a case", async (_field, paid) => {
    const chair = await addChair(world, outlet);
    const order = await orderOnline(chair.deviceId);
    Object.assign(order.page, paid, { state: "paid" });
    await deliver(order.page);
    await checkNow();
    await eventually(async () =>
      expect((await listOpenCases(world.database)).map((one) => [one.kind, one.orderId])).toContainEqual([
        "paymentMismatch",
        order.orderId,
      ]),
    );
    expect(await moneyOf(order.orderId)).toEqual({});
    expect((await order.follow(order.orderId)).orderStatus).toBe("unpaid");
  });

  it("opens a case if the provider rejects a refund", async () => {
    const chair = await addChair(world, outlet);
    chair.setFaults({ refuse: "motorHot" });
    company.faults.refundsEnd = "failed";
    const order = await orderOnline(chair.deviceId);
    order.page.state = "paid";
    await deliver(order.page);
    await eventually(async () =>
      expect(await order.follow(order.orderId)).toMatchObject({ refund: { state: "needsAttention" } }),
    );
    expect((await listOpenCases(world.database)).map((one) => one.kind)).toContain("refundFailed");
  });

  it("[G-3] opens a case once if a refund fails after the provider has paid it", async () => {
    const chair = await addChair(world, outlet);
    chair.setFaults({ refuse: "motorHot" });
    const order = await orderOnline(chair.deviceId);
    order.page.state = "paid";
    await deliver(order.page);
    await order.reaches(order.orderId, "refunded");
    const refund = company.refunds.find(({ pageRef }) => pageRef === order.page.ref) as CompanyRefund;
    const casesOfOrder = async () =>
      (await listOpenCases(world.database)).filter(({ orderId }) => orderId === order.orderId);
    refund.state = "failed";
    await send(company.refundWebhook(refund, randomUUID()));
    const [opened] = await eventually(async () => {
      const cases = await casesOfOrder();
      expect(cases).toMatchObject([
        { kind: "refundFailed", detail: { amountMinor: 5_000, wasReturned: true } },
      ]);
      return cases;
    });
    expect((await order.follow(order.orderId)).orderStatus).toBe("refunded");
    await transact(world.database, (uow) => closeCase(uow, opened?.caseId as string, world.clock.now()));
    await send(company.refundWebhook(refund, randomUUID()));
    await eventually(async () => {
      const { rows } = await sql`SELECT FROM outbox WHERE subject = ${refund.requestKey}`.execute(
        world.database,
      );
      expect(rows).toEqual([]);
    });
    expect(await casesOfOrder()).toEqual([]);
  });
});
