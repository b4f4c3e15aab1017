import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sql } from "#platform/postgres/sql.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
import {
  addChair,
  eventually,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import type { PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { openStripeCompany } from "#test/stand-ins/stripe-company.ts";
import { openXenditCompany } from "#test/stand-ins/xendit-company.ts";

let stripe: PaymentCompany;
let xendit: PaymentCompany;
let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  [stripe, xendit] = await Promise.all([openStripeCompany(), openXenditCompany()]);
  world = await openOrderApp({ ...stripe.env, ...xendit.env, PAYMENT_SIMULATED: "off" });
  outlet = await makePricedOutlet(world.owner);
});
beforeEach(() => {
  for (const company of [stripe, xendit]) company.faults.minimumMinor = 0;
});
afterAll(async () => {
  await world.close();
  await Promise.all([stripe.close(), xendit.close()]);
});

async function placeOrder(provider?: string) {
  const chair = await addChair(world, outlet);
  const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
  const [priceId] = outlet.priceIds;
  return customer.activate({
    deviceId: chair.deviceId,
    priceId,
    payType: "online",
    ...(provider && { provider }),
  });
}

it("[START-3] opens the page at the next provider if the amount is below the minimum of the first", async () => {
  xendit.faults.minimumMinor = 6_000;
  const placed = await placeOrder();
  expect(placed.code).toBe(200);
  expect(placed.data.payment).toMatchObject({ provider: "stripe" });
  const { provider } = await sql<{ provider: string }>`
    SELECT provider FROM payment WHERE order_id = ${placed.data.orderId}`.firstRow(world.database);
  expect(provider).toBe("stripe");
  expect(xendit.pages.size).toBe(0);
});

it("[START-3] a job opens the page at the next provider if the server ended before it opened the page", async () => {
  const { orderId } = (await placeOrder()).data;
  await sql`
    UPDATE payment SET provider_ref = NULL, redirect_url = NULL WHERE order_id = ${orderId}`.execute(
    world.owner,
  );
  xendit.purgeKeys();
  xendit.pages.clear();
  xendit.faults.minimumMinor = 6_000;
  world.advanceTime(60_000);
  await eventually(async () => {
    const payment = await sql<{ provider: string; redirectUrl: string | null }>`
      SELECT provider, redirect_url AS "redirectUrl" FROM payment WHERE order_id = ${orderId}`.firstRow(
      world.database,
    );
    expect(payment).toEqual({ provider: "stripe", redirectUrl: expect.any(String) });
  });
});

it("[START-3] states that the amount is too small, and cancels the order", async () => {
  for (const company of [stripe, xendit]) company.faults.minimumMinor = 6_000;
  expect(await placeOrder()).toMatchObject({
    code: 20503,
    message: "This amount is too small for online payment. Please choose a longer massage.",
  });
  const latest = await sql<{ status: string }>`
    SELECT status FROM orders ORDER BY order_id DESC LIMIT 1`.firstRow(world.database);
  expect(latest.status).toBe("cancelled");
  stripe.faults.minimumMinor = 0;
  expect((await placeOrder("xendit")).code).toBe(20503);
});
