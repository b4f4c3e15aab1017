import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listOpenCases } from "#features/cases/index.ts";
import { runAudit } from "#features/audit/index.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
import { addChair, type OrderApp, type PricedOutlet, eventually } from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import type { CompanyRefund, PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { openStripeCompany } from "#test/stand-ins/stripe-company.ts";
import { openXenditCompany } from "#test/stand-ins/xendit-company.ts";
import { databaseUrlOf, runPrinting } from "#test/clients/command-line.ts";
import { type CompanyApp, openCompanyApp } from "#test/app/company-app.ts";

describe.each([
  ["Stripe", openStripeCompany],
  ["Xendit", openXenditCompany],
])("[G-3] a refund that %s reported as failed", (_label, open) => {
  let company: PaymentCompany;
  let world: OrderApp;
  let outlet: PricedOutlet;
  let send: CompanyApp["send"];
  let lastPage: CompanyApp["lastPage"];
  let close: CompanyApp["close"];
  beforeAll(async () => {
    ({ company, world, outlet, send, lastPage, close } = await openCompanyApp(open));
  });
  afterAll(() => close());

  async function reposo(...args: string[]) {
    return runPrinting(args, {
      env: {
        DATABASE_URL: databaseUrlOf(world.test.connection),
      },
    });
  }

  /** Pays an order on a chair that does not start, and lets the provider end its refund in the given state. */
  async function orderWithRefund(refundsEnd: CompanyRefund["state"]) {
    const chair = await addChair(world, outlet);
    chair.setFaults({ refuse: "motorHot" });
    company.faults.refundsEnd = refundsEnd;
    const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
    const { orderId } = await customer.order({
      deviceId: chair.deviceId,
      priceId: outlet.priceIds[0],
      payType: "online",
    });
    const page = lastPage();
    page.state = "paid";
    await send(company.webhookOf(page, `paid-${orderId}`));
    const { orderNumber } = await customer.reaches(orderId, "failed");
    const refundIs = (state: string) =>
      eventually(async () => expect(await customer.follow(orderId)).toMatchObject({ refund: { state } }));
    const refunds = () => company.refunds.filter((one) => one.pageRef === page.ref);
    return { customer, orderId, orderNumber, refundIs, refunds };
  }
  const refundsBooked = async (orderId: string) => {
    const { rows } = await sql<{ amount: number }>`
      SELECT amount_minor AS amount FROM ledger_entry
      WHERE order_id = ${orderId} AND source = 'refund'`.execute(world.database);
    return rows.map(({ amount }) => amount);
  };
  const casesOf = async (orderId: string) =>
    (await listOpenCases(world.database)).filter((one) => one.orderId === orderId).map(({ kind }) => kind);
  const auditTrailOf = async (orderId: string) => {
    const { rows } = await sql<{ action: string; detail: { reason?: string } }>`
      SELECT action, detail FROM audit_entry
      WHERE subject = ${`order:${orderId}`} AND actor = 'reposo command line' ORDER BY audit_id`.execute(
      world.database,
    );
    return rows.map(({ action, detail }) => [action, detail.reason ?? null]);
  };

  it("is requested again as a separate refund by each `retry` until it succeeds", async () => {
    const { customer, orderId, orderNumber, refundIs, refunds } = await orderWithRefund("failed");
    await refundIs("needsAttention");
    expect((await reposo("refund", "retry", orderNumber)).code).toBe(0);
    await eventually(() => expect(refunds()).toHaveLength(2));
    await refundIs("needsAttention");
    expect(await casesOf(orderId)).toEqual(["refundFailed"]);

    company.faults.refundsEnd = "pending";
    const both = await Promise.all([
      reposo("refund", "retry", orderNumber),
      reposo("refund", "retry", orderId),
    ]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1]);
    await refundIs("onItsWay");
    // Late webhooks of failed refunds must not affect the refund in progress.
    for (const failed of refunds().slice(0, 2))
      await send(company.refundWebhook(failed, `late-${failed.ref}`));
    const third = refunds()[2] as CompanyRefund;
    third.state = "succeeded";
    await send(company.refundWebhook(third, `news-${third.ref}`));
    expect(await customer.reaches(orderId, "refunded")).toMatchObject({
      refunded: 5_000,
      refund: { state: "returned" },
    });
    expect(refunds().map(({ state }) => state)).toEqual(["failed", "failed", "succeeded"]);
    expect(await refundsBooked(orderId)).toEqual([-5_000]);
    expect(await casesOf(orderId)).toEqual([]);
    expect(await auditTrailOf(orderId)).toEqual([
      ["refund.retried", null],
      ["refund.retried", null],
    ]);
    expect(await runAudit(world.database)).toEqual([]);
  });

  it("is settled once by an operator who returned the money in another way, and is not requested again", async () => {
    const { customer, orderId, orderNumber, refundIs, refunds } = await orderWithRefund("failed");
    await refundIs("needsAttention");
    const settle = (order: string, reason = "in the back office") =>
      reposo("refund", "settled", order, "--reason", reason);
    expect((await settle(orderNumber, " ")).code).toBe(2);
    const both = await Promise.all([settle(orderNumber.toLowerCase()), settle(orderId)]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(both.map(({ out }) => out)).toContain("PHP 50.00 is recorded as returned.");
    expect(await customer.follow(orderId)).toMatchObject({
      orderStatus: "refunded",
      refunded: 5_000,
      refund: { state: "returned" },
    });
    expect(await reposo("refund", "retry", orderNumber)).toEqual({
      code: 1,
      out: `No refund of order "${orderNumber}" has failed.`,
    });
    expect(refunds()).toHaveLength(1);
    expect(await refundsBooked(orderId)).toEqual([-5_000]);
    expect(await casesOf(orderId)).toEqual([]);
    expect(await auditTrailOf(orderId)).toEqual([["refund.settled", "in the back office"]]);
    expect(await runAudit(world.database)).toEqual([]);
  });

  it("is selected by its amount if several refunds of an order failed", async () => {
    const chair = await addChair(world, outlet, { speed: 600 });
    const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
    const { orderId } = await customer.order({
      deviceId: chair.deviceId,
      priceId: outlet.priceIds[0],
      payType: "online",
    });
    const page = lastPage();
    page.state = "paid";
    await send(company.webhookOf(page, `paid-${orderId}`));
    await customer.reaches(orderId, "completed");
    company.faults.refundsEnd = "failed";
    for (const part of ["20", "30"])
      await reposo("refund", "give", orderId, "--amount", part, "--reason", "too hot");
    await eventually(async () => expect(await casesOf(orderId)).toHaveLength(2));
    const settled = (...more: string[]) =>
      reposo("refund", "settled", orderId, "--reason", "in cash", ...more);
    expect(await settled()).toEqual({
      code: 1,
      out: "Several have failed; select one by --amount: PHP 20.00, PHP 30.00.",
    });
    expect((await settled("--amount", "25")).code).toBe(1);
    expect((await settled("--amount", "30")).out).toBe("PHP 30.00 is recorded as returned.");
    expect(await refundsBooked(orderId)).toEqual([-3_000]);
    expect(await casesOf(orderId)).toHaveLength(1);
    expect((await settled()).out).toBe("PHP 20.00 is recorded as returned.");
    expect(await customer.follow(orderId)).toMatchObject({ orderStatus: "completed", refunded: 5_000 });
    expect(await runAudit(world.database)).toEqual([]);
  });

  it("that an operator has settled opens no case if the provider reports its request as failed later", async () => {
    const { orderId, refundIs, refunds } = await orderWithRefund("pending");
    await refundIs("onItsWay");
    // Sets the state that a refund has after many requests without a response.
    await sql`UPDATE refund SET state = 'needsAttention' WHERE order_id = ${orderId}`.execute(world.owner);
    expect((await reposo("refund", "settled", orderId, "--reason", "in cash")).code).toBe(0);
    const [request] = refunds();
    if (request === undefined) throw new Error("no refund was requested");
    request.state = "failed";
    await send(company.refundWebhook(request, `late-${request.ref}`));
    // Later checks of the refund stay scheduled.
    const dueJobs = () =>
      sql`SELECT FROM outbox WHERE subject = ${request.requestKey} AND due_at <= ${world.clock.now()}`.hasRows(
        world.database,
      );
    await eventually(async () => expect(await dueJobs()).toBe(false));
    expect(await casesOf(orderId)).toEqual([]);
  });

  it("is neither retried nor settled while the provider processes it, or has not responded", async () => {
    const { orderId, refundIs } = await orderWithRefund("pending");
    await refundIs("onItsWay");
    for (const command of [
      ["retry", orderId],
      ["settled", orderId, "--reason", "x"],
    ])
      expect(await reposo("refund", ...command)).toEqual({
        code: 1,
        out: `No refund of order "${orderId}" has failed.`,
      });
    expect(await reposo("refund", "retry", "261121-0000-0000")).toEqual({
      code: 1,
      out: 'There is no order "261121-0000-0000".',
    });
    // Sets the state that a refund has after many requests without a response.
    await sql`UPDATE refund SET state = 'needsAttention' WHERE order_id = ${orderId}`.execute(world.owner);
    expect((await reposo("refund", "retry", orderId)).out).toMatch(/^(stripe|xendit) has not reported/);
    await refundIs("onItsWay");
  });
});
