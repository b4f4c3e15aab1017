import { randomUUID } from "node:crypto";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import { makeCustomer, makeDevice } from "#test/app/network-factory.ts";
import {
  addChair,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import type { PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { openStripeCompany } from "#test/stand-ins/stripe-company.ts";
import { openXenditCompany } from "#test/stand-ins/xendit-company.ts";
import { createPayments } from "./create-payments.ts";
import { type PaymentPage, type PaymentProvider, ProviderRefusedError } from "./payment-provider.ts";
import { createXenditProvider } from "./xendit-provider.ts";
import { createTestOrders } from "#test/app/create-test-orders.ts";
import { type CompanyApp, openCompanyApp } from "#test/app/company-app.ts";

describe.each([
  ["Stripe", openStripeCompany, "POST /v1/checkout/sessions"],
  ["Xendit", openXenditCompany, "POST /v2/invoices/"],
])(
  "[START-3] a payment page of %s that was not opened because the server was killed",
  (_label, open, openCall) => {
    let company: PaymentCompany;
    let world: OrderApp;
    let outlet: PricedOutlet;
    let lastPage: CompanyApp["lastPage"];
    let close: CompanyApp["close"];
    beforeAll(async () => {
      ({ company, world, outlet, lastPage, close } = await openCompanyApp(open));
    });
    afterEach(async () => {
      Object.assign(company.faults, { failing: 0, rejecting: 0, slowMs: 0 });
      expect(await runAudit(world.database)).toEqual([]);
    });
    afterAll(() => close());

    const attempts = () => company.calls.get(openCall) ?? 0;
    const tickets = async (orderId: string) => {
      const { rows } = await sql`SELECT FROM order_ticket WHERE order_id = ${orderId}`.execute(world.owner);
      return rows.length;
    };

    /** Creates an order, placed `minutesAgo`, whose payment page was not stored, and sets faults of the provider. */
    async function orderWithoutPage(minutesAgo: number, faults: Partial<PaymentCompany["faults"]> = {}) {
      const chair = await addChair(world, outlet, { speed: 60 });
      const guest = browserOf(world.http, (await makeCustomer(world.owner)).token);
      const { orderId } = await guest.order({
        deviceId: chair.deviceId,
        priceId: outlet.priceIds[0],
        payType: "online",
      });
      await sql`
      UPDATE payment SET provider_ref = NULL, redirect_url = NULL WHERE order_id = ${orderId}`.execute(
        world.owner,
      );
      company.pages.clear();
      Object.assign(company.faults, faults);
      world.advanceTime(minutesAgo * 60_000);
      const follow = () => guest.follow(orderId);
      return { ...guest, orderId, follow };
    }

    it.each([1, 6, 14])(
      "is opened %i minutes after the order, and expired when the order ends",
      async (minutes) => {
        const order = await orderWithoutPage(minutes);
        const { payment } = await eventually(async () => {
          const followed = await order.follow();
          expect(followed.payment).toHaveProperty("redirectUrl");
          return followed;
        });
        const page = lastPage();
        expect(payment?.redirectUrl).toContain(page.ref);
        expect(payment).not.toHaveProperty("pageRetryAt");
        expect(company.pages.size).toBe(1);
        world.advanceTime(15 * 60_000);
        await eventually(async () => expect((await order.follow()).orderStatus).toBe("cancelled"));
        world.advanceTime(60_000);
        await eventually(() => expect(page.state).toBe("expired"));
      },
    );

    it("is not opened by reading the order", async () => {
      const order = await orderWithoutPage(0);
      const before = [attempts(), await tickets(order.orderId)];
      for (let poll = 0; poll < 5; poll += 1)
        expect((await order.follow()).payment).not.toHaveProperty("redirectUrl");
      expect([attempts(), await tickets(order.orderId)]).toEqual(before);
      await order.stop(order.orderId);
    });

    it("is retried while the provider fails, and the order shows the time of the next attempt", async () => {
      const order = await orderWithoutPage(1, { failing: 1_000 });
      const { payment } = await eventually(async () => {
        const followed = await order.follow();
        expect(followed.payment).toHaveProperty("pageRetryAt");
        return followed;
      });
      expect(Date.parse(payment?.pageRetryAt ?? "")).toBeGreaterThan(
        Date.parse(payment?.expiresAt ?? "") - 15 * 60_000,
      );
      company.faults.failing = 0;
      const opened = await eventually(async () => {
        const followed = await order.follow();
        expect(followed.payment).toHaveProperty("redirectUrl");
        return followed;
      });
      expect(opened).toMatchObject({ orderStatus: "unpaid" });
      expect(opened.payment).not.toHaveProperty("pageRetryAt");
      expect(company.pages.size).toBe(1);
    });

    it("cancels the order if the provider rejects the page", async () => {
      const order = await orderWithoutPage(1, { rejecting: 1_000 });
      await eventually(async () =>
        expect(await order.follow()).toMatchObject({
          orderStatus: "cancelled",
          endReason: "paymentRefused",
          payment: null,
        }),
      );
      const { rows } = await sql<{ error: string }>`
      SELECT page_error AS error FROM payment WHERE order_id = ${order.orderId}`.execute(world.owner);
      expect(rows[0]?.error).toMatch(/Stripe refused|Xendit responded 400/);
    });

    it("[G-3] is expired if the order was cancelled while the page was being opened", async () => {
      const opened = attempts();
      const order = await orderWithoutPage(1, { slowMs: 400 });
      await eventually(() => expect(attempts()).toBe(opened + 2));
      await order.stop(order.orderId);
      company.faults.slowMs = 0;
      await eventually(() => {
        expect(company.pages.size).toBe(1);
        expect([...company.pages.values()].at(-1)?.state).toBe("expired");
      });
    });
  },
);

describe("[START-3] an amount with a fraction of a rupiah, which Xendit does not accept", () => {
  const priceId = randomUUID();
  const xendit = { secretKey: "a key", callbackToken: "a token", currencies: null, apiBase: null };
  let company: PaymentCompany;
  let world: OrderApp;
  let outlet: PricedOutlet;
  beforeAll(async () => {
    company = await openXenditCompany();
    world = await openOrderApp({ ...company.env, PAYMENT_SIMULATED: "off" });
    outlet = await makePricedOutlet(world.owner, "IDR");
    await sql`
      INSERT INTO price (price_id, price_group_id, gear, name, minutes, amount_minor, created_at)
      VALUES (${priceId}, ${outlet.priceGroupId}, 1, 'Gear 1', 2, 5_050, '2026-11-01')`.execute(world.owner);
  });
  afterAll(async () => {
    await world.close();
    await company.close();
  });

  it("cancels the order at once, tells the customer to pay otherwise, and is never sent", async () => {
    const chair = await addChair(world, outlet);
    const { caller, token } = await makeCustomer(world.owner);
    const guest = browserOf(world.http, token);
    const request = { deviceId: chair.deviceId, priceId, payType: "online" };
    expect((await guest.activate(request)).code).toBe(resultCodes.payMethodUnavailable);
    const { orderId } = await sql<{ orderId: string }>`
      SELECT order_id AS "orderId" FROM orders WHERE customer_id = ${caller.customerId}`.firstRow(
      world.owner,
    );
    expect(await guest.follow(orderId)).toMatchObject({
      orderStatus: "cancelled",
      endReason: "paymentRefused",
    });
    expect(company.calls.get("POST /v2/invoices/")).toBeUndefined();
  });

  it("is a final refusal of the provider, like those of Stripe", async () => {
    const provider = createXenditProvider(xendit, world.clock);
    const page = { paymentId: "p", orderNumber: "1", amountMinor: 5_050, currency: "IDR" as const };
    await expect(
      provider.openPage({ ...page, returnUrl: "https://chairs.example", expiresAt: world.clock.now() }),
    ).rejects.toBeInstanceOf(ProviderRefusedError);
  });

  function ordersWith({
    provider,
    clock,
    wake,
  }: {
    provider: PaymentProvider;
    clock: Clock;
    wake: () => void;
  }) {
    const { database } = world;
    const payments = createPayments({ database, clock, providers: [provider], wake });
    const orders = createTestOrders({ database, clock, payments, wake });
    return { orders, payments };
  }

  it("[START-3] places the order without a page if the provider is slow, and shows the page once it is opened", async () => {
    const deviceId = await makeDevice(world.owner, { ...outlet, online: true });
    const { caller } = await makeCustomer(world.owner);
    const opening = Promise.withResolvers<PaymentPage>();
    const provider = { ...createXenditProvider(xendit, world.clock), openPage: () => opening.promise };
    const impatient = { now: world.clock.now, sleep: async () => {} };
    const { orders, payments } = ordersWith({ provider, clock: impatient, wake: () => {} });
    const placed = await orders.place({
      caller,
      request: { deviceId, priceId: outlet.priceIds[0], payType: "online" },
      ip: "10.0.0.1",
      saveReply: () => {},
    });
    expect(placed).toMatchObject({ orderStatus: "unpaid", payment: { provider: "xendit" } });
    expect(placed.payment).not.toHaveProperty("redirectUrl");
    opening.resolve({ providerRef: "slow page", redirectUrl: "https://pay.example/slow", qrText: null });
    await eventually(async () =>
      expect((await payments.findPaymentOfOrder(placed.orderId))?.redirectUrl).toBe(
        "https://pay.example/slow",
      ),
    );
  });

  it("notifies the servers after the commit that cancels the order", async () => {
    const deviceId = await makeDevice(world.owner, outlet);
    const { caller } = await makeCustomer(world.owner);
    const statuses: Promise<string>[] = [];
    const wake = () =>
      void statuses.push(
        sql<{ status: string }>`SELECT status FROM orders WHERE customer_id = ${caller.customerId}`
          .firstRow(world.owner)
          .then(({ status }) => status),
      );
    const { orders } = ordersWith({
      provider: createXenditProvider(xendit, world.clock),
      clock: world.clock,
      wake,
    });
    await expect(
      orders.place({
        caller,
        request: { deviceId, priceId, payType: "online" },
        ip: "10.0.0.1",
        saveReply: () => {},
      }),
    ).rejects.toThrow("payMethodUnavailable");
    expect(await Promise.all(statuses)).toEqual(["cancelled"]);
  });
});
