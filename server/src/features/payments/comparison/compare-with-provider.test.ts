import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { closeCase, listOpenCases } from "#features/cases/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
import { addChair, eventually, type OrderApp, type PricedOutlet } from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import type { CompanyDispute, CompanyRefund, PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { openStripeCompany } from "#test/stand-ins/stripe-company.ts";
import { openXenditCompany } from "#test/stand-ins/xendit-company.ts";
import { databaseUrlOf, runPrinting } from "#test/clients/command-line.ts";
import { type CompanyApp, openCompanyApp } from "#test/app/company-app.ts";

describe.each([
  ["Stripe", openStripeCompany],
  ["Xendit", openXenditCompany],
])("the comparison with %s", (_label, open) => {
  let company: PaymentCompany;
  let world: OrderApp;
  let outlet: PricedOutlet;
  let send: CompanyApp["send"];
  let lastPage: CompanyApp["lastPage"];
  let close: CompanyApp["close"];
  beforeAll(async () => {
    ({ company, world, outlet, send, lastPage, close } = await openCompanyApp(open));
  });
  beforeEach(async () => {
    for (const { caseId } of await listOpenCases(world.database))
      await transact(world.database, (uow) => closeCase(uow, caseId, world.clock.now()));
  });
  afterAll(() => close());

  async function reposo(...args: string[]) {
    return runPrinting(args, {
      env: { ...company.env, DATABASE_URL: databaseUrlOf(world.test.connection) },
      clock: world.clock,
    });
  }

  async function completedOrder({ isReported = true } = {}) {
    const chair = await addChair(world, outlet, { speed: 600 });
    const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
    const [priceId] = outlet.priceIds;
    const { orderId } = await customer.order({ deviceId: chair.deviceId, priceId, payType: "online" });
    const page = lastPage();
    page.state = "paid";
    if (isReported) {
      await send(company.webhookOf(page, randomUUID()));
      await customer.reaches(orderId, "completed");
    }
    return { ...customer, orderId, page };
  }
  const differences = async () =>
    (await listOpenCases(world.database))
      .filter(({ kind }) => kind === "providerDiffers")
      .map(({ orderId, detail }) => ({ orderId, ...detail }));

  it("[DISP-4] finds no differences on several pages of payments and refunds", async () => {
    const orders = [await completedOrder(), await completedOrder(), await completedOrder()];
    for (const { orderId } of orders)
      await reposo("refund", "give", orderId, "--reason", "too hot", "--amount", "10");
    for (const { follow, orderId } of orders)
      await eventually(async () => expect((await follow(orderId)).refunded).toBe(1_000));
    const compared = await reposo("payments", "compare");
    expect(compared).toEqual({
      code: 0,
      out: `The payments, refunds, and disputes of ${company.name} agree.`,
    });
    const audit = await reposo("audit");
    expect(audit.out).toContain(`ok      The payments, refunds, and disputes of ${company.name} agree.`);
    expect(audit.code).toBe(0);
    expect(await differences()).toEqual([]);
  });

  it("[DISP-4] reports refunds that no webhook reported, on any page of the list, once, and books them", async () => {
    const { orderId, page, follow } = await completedOrder();
    const made = [2_000, 1_000, 500].map((amountMinor) => company.refundInConsole(page, amountMinor));
    const audit = await reposo("audit");
    for (const { ref, amountMinor } of made)
      expect(audit.out).toContain(
        `${company.name} refund ${ref}  order ${orderId}  PHP ${(amountMinor / 100).toFixed(2)}  made at the provider, but not booked`,
      );
    expect(audit.code).toBe(1);
    expect(await differences()).toEqual([]);
    expect((await reposo("payments", "compare")).code).toBe(1);
    const expected = made.map(({ ref, amountMinor }) => ({
      orderId,
      provider: company.name,
      refund: ref,
      problem: "notBooked",
      amountMinor,
      currency: "PHP",
    }));
    expect(new Set(await differences())).toEqual(new Set(expected));
    await eventually(async () => expect((await follow(orderId)).refunded).toBe(3_500));
    expect((await reposo("payments", "compare")).code).toBe(0);
    expect(await runAudit(world.database)).toEqual([]);
  });

  it("[DISP-4] reports payments that are not booked, and what was booked but not made", async () => {
    const unreported = await completedOrder({ isReported: false });
    // The provider's list has two payments a page, the newest first.
    for (let count = 0; count < 2; count += 1) await completedOrder();
    // The state of a payment that was closed before it was made, and that is no longer checked.
    await sql`DELETE FROM outbox WHERE kind = 'check-payment'`.execute(world.owner);
    await sql`UPDATE payment SET state = 'refused' WHERE order_id = ${unreported.orderId}`.execute(
      world.owner,
    );
    const booked = await completedOrder();
    await reposo("refund", "give", booked.orderId, "--reason", "too hot");
    await eventually(async () => expect((await booked.follow(booked.orderId)).refunded).toBe(5_000));
    const [refund] = company.refunds.splice(
      company.refunds.findIndex(({ pageRef }) => pageRef === booked.page.ref),
      1,
    );
    company.pages.delete(booked.page.ref);
    expect((await reposo("payments", "compare")).code).toBe(1);
    expect(
      (await differences()).map(({ orderId, problem, ...detail }: Record<string, unknown>) => [
        orderId,
        problem,
        detail["payment"] ?? detail["refund"],
      ]),
    ).toEqual([
      [unreported.orderId, "notBooked", unreported.page.ref],
      [booked.orderId, "notMade", booked.page.ref],
      [booked.orderId, "notMade", refund?.ref],
    ]);
    await unreported.reaches(unreported.orderId, "completed");
    company.pages.set(booked.page.ref, booked.page);
    if (refund) company.refunds.push(refund);
  });

  it("[DISP-4] [DISP-1] reports a dispute that no webhook reported, once, and books it, if the provider lists disputes", async () => {
    const { orderId, page } = await completedOrder();
    const dispute = company.dispute(page);
    const isListed = company.name === "stripe";
    expect((await reposo("payments", "compare")).code).toBe(isListed ? 1 : 0);
    expect(await differences()).toMatchObject(
      isListed ? [{ orderId, dispute: dispute.ref, problem: "notBooked", amountMinor: 5_000 }] : [],
    );
    if (!isListed) return;
    const isBooked = sql`SELECT FROM ledger_entry WHERE order_id = ${orderId} AND source = 'dispute'`;
    await eventually(async () => expect(await isBooked.hasRows(world.database)).toBe(true));
    expect((await reposo("payments", "compare")).code).toBe(0);
    expect(await runAudit(world.database)).toEqual([]);
  });

  it("[DISP-4] [DISP-1] finds what was decided after an earlier comparison: a dispute, and a refund that failed", async () => {
    const [disputed, refunded] = [await completedOrder(), await completedOrder()];
    const dispute = company.dispute(disputed.page);
    await send(company.disputeWebhook(dispute, randomUUID()));
    await reposo("refund", "give", refunded.orderId, "--reason", "too hot");
    await eventually(async () => expect((await refunded.follow(refunded.orderId)).refunded).toBe(5_000));
    world.advanceTime(10 * 24 * 3_600_000);
    company.clock = world.clock;
    expect((await reposo("payments", "compare")).code).toBe(0);
    const [known] = company.disputes.splice(company.disputes.indexOf(dispute), 1);
    expect((await reposo("audit")).out).toContain(`dispute ${dispute.ref}  order ${disputed.orderId}`);
    company.disputes.push(known as CompanyDispute);
    dispute.state = "won";
    const made = company.refunds.find(({ pageRef }) => pageRef === refunded.page.ref) as CompanyRefund;
    made.state = "failed";
    expect((await reposo("payments", "compare")).code).toBe(1);
    expect(await differences()).toMatchObject([
      { orderId: refunded.orderId, refund: made.ref, problem: "failed" },
      { orderId: disputed.orderId, dispute: dispute.ref, problem: "notBooked" },
    ]);
    const isReversed = sql`
      SELECT FROM ledger_entry WHERE order_id = ${disputed.orderId} AND source = 'disputeReversal'`;
    await eventually(async () => expect(await isReversed.hasRows(world.database)).toBe(true));
    await eventually(async () => {
      // The job of the refund may open its case before or after that of the difference.
      const open = await listOpenCases(world.database);
      expect(open.map(({ kind }) => kind).toSorted()).toEqual([
        "providerDiffers",
        "providerDiffers",
        "refundFailed",
      ]);
      expect(open.find(({ kind }) => kind === "refundFailed")).toMatchObject({ orderId: refunded.orderId });
    });
    expect((await reposo("payments", "compare")).code).toBe(0);
  });

  it("[DISP-4] reports a payment that the database has lost, and skips those of other systems", async () => {
    const page = {
      ref: `cs_test_lost${_label}`,
      amountMinor: 7_000,
      currency: "PHP",
      state: "paid",
    } as const;
    company.pages.set("lost", { ...page, paymentId: randomUUID() });
    company.pages.set("foreign", { ...page, ref: "cs_test_foreign", paymentId: "invoice 17" });
    expect((await reposo("payments", "compare")).code).toBe(1);
    expect(await differences()).toMatchObject([
      { orderId: null, problem: "unknownPayment", payment: page.ref },
    ]);
    company.pages.delete("lost");
    company.pages.delete("foreign");
  });

  it("[DISP-4] is made daily, from the last one, by one server", async () => {
    const { page } = await completedOrder();
    const made = company.refundInConsole(page, 1_000);
    world.advanceTime(25 * 3_600_000);
    company.clock = world.clock;
    await Promise.all([world.app.payments.maintain(), world.app.payments.maintain()]);
    await eventually(async () => expect(await differences()).toMatchObject([{ refund: made.ref }]));
    await world.app.payments.maintain();
    const jobs = await sql`SELECT FROM outbox WHERE kind = 'compare-provider'`.rows(world.database);
    expect(jobs.length).toBeLessThanOrEqual(1);
    await eventually(async () =>
      expect(
        await sql`SELECT FROM provider_comparison WHERE compared_until >= ${new Date(world.clock.now().getTime() - 3_600_000)}`.hasRows(
          world.database,
        ),
      ).toBe(true),
    );
  });

  it("[DISP-4] states that a provider does not answer", async () => {
    company.faults.failing = 1_000;
    const audit = await reposo("audit");
    company.faults.failing = 0;
    expect(audit.out).toContain(`UNKNOWN ${company.name} could not be compared: `);
    expect(audit.code).toBe(2);
  });
});
