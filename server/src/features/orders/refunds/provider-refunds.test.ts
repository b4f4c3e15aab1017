import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { listOpenCases } from "#features/cases/index.ts";
import { systemClock } from "#platform/time/clock.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
import {
  addChair,
  type ChairToAdd,
  eventually,
  goSilent,
  type OrderApp,
  passDeadlines,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import type { VirtualChair } from "@reposo/chair/chair-interface.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import type { CompanyPage, CompanyRefund, PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { openStripeCompany } from "#test/stand-ins/stripe-company.ts";
import { openXenditCompany } from "#test/stand-ins/xendit-company.ts";
import { refundWithoutRequest } from "./refund-manually.ts";
import { settleRefund } from "./resolve-stuck-refund.ts";
import { type CompanyApp, openCompanyApp } from "#test/app/company-app.ts";

describe.each([
  ["Stripe", openStripeCompany],
  ["Xendit", openXenditCompany],
])("a refund made in %s's console", (_label, open) => {
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
    Object.assign(company.faults, { failing: 0, refusingRefunds: false, refundsEnd: "succeeded" });
    expect(await runAudit(world.database)).toEqual([]);
  });
  afterAll(() => close());

  const report = async (refund: CompanyRefund) =>
    expect(await send(company.refundWebhook(refund, randomUUID()))).toBe(200);

  async function placeOrder(chairOptions: ChairToAdd, prepare = async (_chair: VirtualChair) => {}) {
    const chair = await addChair(world, outlet, chairOptions);
    await prepare(chair);
    const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
    const [priceId] = outlet.priceIds;
    const { orderId } = await customer.order({ deviceId: chair.deviceId, priceId, payType: "online" });
    const page = lastPage();
    const follow = () => customer.follow(orderId);
    const pay = async () => {
      page.state = "paid";
      await send(company.webhookOf(page, randomUUID()));
    };
    const reaches = (status: Parameters<typeof customer.reaches>[1]) => customer.reaches(orderId, status);
    return { orderId, page, customer, follow, pay, reaches };
  }

  async function completedOrder() {
    const order = await placeOrder({ speed: 600 });
    await order.pay();
    await order.reaches("completed");
    return order;
  }

  const give = (orderId: string, amountMinor: number | null = null) =>
    transact(world.database, (uow) =>
      refundWithoutRequest(
        uow,
        { clock: systemClock, payments: world.app.payments },
        { order: orderId, amountMinor, reason: "too hot", actor: "operator", again: true },
      ),
    );
  const booked = async (orderId: string) => {
    const rows = await sql<{ amount: number }>`
      SELECT amount_minor AS amount FROM ledger_entry WHERE order_id = ${orderId} ORDER BY entry_id`.rows(
      world.database,
    );
    return rows.map(({ amount }) => amount);
  };
  const isRefunded = (order: { follow: () => Promise<{ refunded: number }> }, amount: number) =>
    eventually(async () => expect((await order.follow()).refunded).toBe(amount));
  const refundsOf = ({ page }: { page: CompanyPage }) =>
    company.refunds.filter(({ pageRef }) => pageRef === page.ref);
  const casesOf = async (orderId: string) =>
    (await listOpenCases(world.database)).filter((one) => one.orderId === orderId);
  const hasNoJobs = () =>
    eventually(async () => {
      const due = sql`SELECT FROM outbox WHERE due_at <= ${world.clock.now()} AND kind <> 'check-payment'`;
      expect(await due.hasRows(world.database)).toBe(false);
    });

  it("[DISP-3] is booked once beside a refund of ours, however often it is reported", async () => {
    const order = await completedOrder();
    const made = company.refundInConsole(order.page, 2_000);
    await Promise.all(Array.from({ length: 5 }, () => report(made)));
    await isRefunded(order, 2_000);
    await report(made);
    expect(await give(order.orderId)).toMatchObject({ kind: "started", amountMinor: 3_000 });
    await isRefunded(order, 5_000);
    expect(await booked(order.orderId)).toEqual([5_000, -2_000, -3_000]);
    expect(await give(order.orderId)).toMatchObject({ kind: "nothingToReturn" });
    const { actor, detail } = await sql<{ actor: string; detail: unknown }>`
      SELECT actor, detail FROM audit_entry
      WHERE action = 'refund.atProvider' AND subject = ${`order:${order.orderId}`}`.firstRow(world.owner);
    expect({ actor, detail }).toMatchObject({
      actor: company.name,
      detail: { refundRef: made.ref, amountMinor: 2_000, currency: "PHP" },
    });
  });

  it("[DISP-3] is booked when the provider has paid it, and not if it fails", async () => {
    const order = await completedOrder();
    const made = company.refundInConsole(order.page, 2_000, "pending");
    await report(made);
    await eventually(async () =>
      expect((await order.follow()).refund).toMatchObject({ state: "onItsWay", amount: 2_000 }),
    );
    expect(await booked(order.orderId)).toEqual([5_000]);
    made.state = "succeeded";
    await report(made);
    await isRefunded(order, 2_000);
    await report(company.refundInConsole(order.page, 1_000, "failed"));
    await hasNoJobs();
    expect(await booked(order.orderId)).toEqual([5_000, -2_000]);
  });

  it("[DISP-3] is booked even if it is reported before its payment", async () => {
    const order = await placeOrder({ speed: 600 });
    order.page.state = "paid";
    await report(company.refundInConsole(order.page, 2_000));
    await order.reaches("completed");
    await isRefunded(order, 2_000);
    expect(await booked(order.orderId)).toEqual([5_000, -2_000]);
  });

  it("[DISP-3] replaces a refund of ours that the provider has refused", async () => {
    company.faults.refusingRefunds = true;
    const order = await placeOrder({ faults: { refuse: "motorHot" } });
    await order.pay();
    await order.reaches("failed");
    await report(company.refundInConsole(order.page, 5_000));
    company.faults.refusingRefunds = false;
    await order.reaches("refunded");
    await hasNoJobs();
    expect(await booked(order.orderId)).toEqual([5_000, -5_000]);
    expect(refundsOf(order)).toHaveLength(1);
    expect(await casesOf(order.orderId)).toEqual([]);
  });

  it("[DISP-3] replaces a refund of ours even if no webhook reports it", async () => {
    company.faults.refusingRefunds = true;
    const order = await completedOrder();
    await give(order.orderId, 2_000);
    company.refundInConsole(order.page, 2_000);
    await isRefunded(order, 2_000);
    await hasNoJobs();
    expect(refundsOf(order)).toHaveLength(1);
    expect(await booked(order.orderId)).toEqual([5_000, -2_000]);
  });

  it("[DISP-3] reduces a refund of ours that no longer fits", async () => {
    company.faults.refusingRefunds = true;
    const order = await placeOrder({ faults: { refuse: "motorHot" } });
    await order.pay();
    await order.reaches("failed");
    await report(company.refundInConsole(order.page, 2_000));
    company.faults.refusingRefunds = false;
    await order.reaches("refunded");
    expect((await booked(order.orderId)).toSorted((a, b) => a - b)).toEqual([-3_000, -2_000, 5_000]);
    expect(
      refundsOf(order)
        .map(({ amountMinor }) => amountMinor)
        .toSorted((a, b) => a - b),
    ).toEqual([2_000, 3_000]);
  });

  it("[DISP-3] ends refunds of ours for which nothing is left", async () => {
    const order = await completedOrder();
    company.faults.refusingRefunds = true;
    await give(order.orderId, 2_000);
    await give(order.orderId, 1_000);
    await report(company.refundInConsole(order.page, 5_000));
    company.faults.refusingRefunds = false;
    await isRefunded(order, 5_000);
    await hasNoJobs();
    expect(await booked(order.orderId)).toEqual([5_000, -5_000]);
    expect((await order.follow()).refund).toMatchObject({ state: "returned", amount: 5_000 });
    expect(refundsOf(order)).toHaveLength(1);
  });

  it("[DISP-3] leaves a running massage running, and a failed start refunds only what is left", async () => {
    const running = await placeOrder({});
    await running.pay();
    await running.reaches("running");
    await report(company.refundInConsole(running.page, 5_000));
    await isRefunded(running, 5_000);
    expect((await running.follow()).orderStatus).toBe("running");
    await running.customer.stop(running.orderId);
    await running.reaches("completed");
    expect(await booked(running.orderId)).toEqual([5_000, -5_000]);

    const starting = await placeOrder({}, (chair) => goSilent(world, chair));
    await starting.pay();
    await report(company.refundInConsole(starting.page, 5_000));
    await isRefunded(starting, 5_000);
    await passDeadlines(world, starting.orderId);
    await starting.reaches("refunded");
    expect(refundsOf(starting)).toHaveLength(1);
  });

  it("[DISP-3] is a case if more is returned than was paid", async () => {
    const order = await completedOrder();
    company.faults.refundsEnd = "failed";
    await give(order.orderId);
    await eventually(async () =>
      expect(await casesOf(order.orderId)).toMatchObject([{ kind: "refundFailed" }]),
    );
    await transact(world.database, (uow) =>
      settleRefund(
        uow,
        { clock: systemClock },
        { order: order.orderId, amountMinor: null, reason: "cash", actor: "operator" },
      ),
    );
    const made = company.refundInConsole(order.page, 2_000);
    await report(made);
    await report(made);
    await eventually(async () =>
      expect(await casesOf(order.orderId)).toMatchObject([
        {
          kind: "refundExceedsPayment",
          detail: { refundRef: made.ref, amountMinor: 2_000, paidMinor: 5_000, returnedMinor: 5_000 },
        },
      ]),
    );
    expect(await booked(order.orderId)).toEqual([5_000, -5_000]);
  });

  it("[G-3] requests a refund with another key after the provider stored an error for the key", async () => {
    const order = await completedOrder();
    company.faults.refusingRefunds = true;
    await give(order.orderId);
    const isRefused = () =>
      sql`SELECT FROM refund WHERE order_id = ${order.orderId} AND key_number > 0`.hasRows(world.database);
    await eventually(async () => expect(await isRefused()).toBe(true));
    company.faults.refusingRefunds = false;
    await isRefunded(order, 5_000);
    expect(refundsOf(order)).toHaveLength(1);
  });
});
