import { randomUUID } from "node:crypto";
import { feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeDevice } from "#test/app/network-factory.ts";
import { makePricedOutlet, openOrderApp, type OrderApp, type PricedOutlet } from "#test/app/order-app.ts";
import { browserOf, decidePayment } from "#test/clients/order-browser.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const { ok, unpaidOrders } = resultCodes;

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp({
    TRUST_PROXY: "1",
    UNPAID_ORDERS_PER_CUSTOMER: "3",
    UNPAID_ORDERS_PER_ADDRESS: "6",
    UNPAID_ORDERS_PER_CHAIR: "8",
  });
  outlet = await makePricedOutlet(world.owner);
});
afterAll(() => world.close());

let addresses = 0;
const anyAddress = () => `203.0.113.${(addresses += 1)}`;
const anyChair = () => makeDevice(world.owner, { ...outlet, online: true });

async function customerAt(address: string) {
  const { token } = await makeCustomer(world.owner);
  const browser = browserOf(world.http, token, { "x-forwarded-for": address });
  const placeUnpaid = (deviceId: string) =>
    browser.activate({ deviceId, priceId: outlet.priceIds[0], payType: "online" });
  const sendFeedback = (orderId: string) =>
    call(
      world.http,
      feedbackInsert,
      { orderId, problem: "I could not pay", media: [] },
      { "access-token": token, "idempotency-key": randomUUID() },
    );
  return { ...browser, placeUnpaid, sendFeedback };
}

const countCodes = (answers: readonly { code: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ code }) => code)].map(([code, group]) => [code, group.length]),
  );

/** Moves the server's clock for the rest of the test. */
function advanceTime(ms: number): void {
  world.advanceTime(ms);
  onTestFinished(() => world.advanceTime(-ms));
}

describe("unpaid orders", () => {
  it("[ATTACK-1] are limited per customer exactly, even if many are placed concurrently", async () => {
    const customer = await customerAt(anyAddress());
    const chairs = await Promise.all(Array.from({ length: 8 }, anyChair));
    const answers = await Promise.all(chairs.map((deviceId) => customer.placeUnpaid(deviceId)));
    expect(countCodes(answers)).toEqual({ [ok]: 3, [unpaidOrders]: 5 });
    const refused = answers.find(({ code }) => code === unpaidOrders);
    expect(refused?.data).toMatchObject({ minutes: 15 });
    expect(refused?.message).toContain("15 min");
  });

  it("[ATTACK-1] count towards the limit until their payment deadline, even if they are cancelled earlier", async () => {
    const customer = await customerAt(anyAddress());
    for (let at = 0; at < 3; at += 1) {
      const placed = await customer.placeUnpaid(await anyChair());
      expect((await customer.stop(placed.data.orderId)).code).toBe(ok);
    }
    const chair = await anyChair();
    expect((await customer.placeUnpaid(chair)).code).toBe(unpaidOrders);
    advanceTime(15 * 60_000);
    expect((await customer.placeUnpaid(chair)).code).toBe(ok);
  });

  it("[ATTACK-1] no longer count towards the limit after they are paid", async () => {
    const customer = await customerAt(anyAddress());
    for (let at = 0; at < 5; at += 1) {
      const placed = await customer.placeUnpaid(await anyChair());
      expect(placed.code).toBe(ok);
      await decidePayment(world.http, placed.data.payment?.redirectUrl as string, "pay");
    }
  });

  it("[ATTACK-1] are limited per IP address, except for customers who have paid before", async () => {
    const address = anyAddress();
    const regular = await customerAt(address);
    const placed = await regular.placeUnpaid(await anyChair());
    await decidePayment(world.http, placed.data.payment?.redirectUrl as string, "pay");
    const guests = await Promise.all(Array.from({ length: 9 }, () => customerAt(address)));
    const answers = await Promise.all(guests.map(async (guest) => guest.placeUnpaid(await anyChair())));
    expect(countCodes(answers)).toEqual({ [ok]: 6, [unpaidOrders]: 3 });
    expect((await (await customerAt(anyAddress())).placeUnpaid(await anyChair())).code).toBe(ok);
    expect((await regular.placeUnpaid(await anyChair())).code).toBe(ok);
  });

  it("[ATTACK-1] are limited per chair, with at most a quarter of the limit for one IP address", async () => {
    const chair = await anyChair();
    const placeFrom = async (address: string) => (await customerAt(address)).placeUnpaid(chair);
    const address = anyAddress();
    const answers = await Promise.all(Array.from({ length: 4 }, () => placeFrom(address)));
    expect(countCodes(answers)).toEqual({ [ok]: 2, [unpaidOrders]: 2 });
    const others = await Promise.all(Array.from({ length: 8 }, () => placeFrom(anyAddress())));
    expect(countCodes(others)).toEqual({ [ok]: 6, [unpaidOrders]: 2 });
  });

  it("[ATTACK-1] leave no record of their customer and address after they count towards no limit", async () => {
    const customer = await customerAt(anyAddress());
    const { orderId } = (await customer.placeUnpaid(await anyChair())).data;
    const records = async () =>
      (await sql`SELECT FROM unpaid_order WHERE order_id = ${orderId}`.execute(world.database)).rows.length;
    await customer.stop(orderId);
    await world.app.orders.purgeUnpaid();
    expect(await records()).toBe(1);
    advanceTime(15 * 60_000);
    await world.app.orders.purgeUnpaid();
    expect(await records()).toBe(0);
  });

  it("[ATTACK-1] are deleted after 30 days with their counts, unless they were paid late or have feedback", async () => {
    // The database deletes only orders that are 30 days old by its own clock.
    advanceTime(-31 * dayMs);
    const customer = await customerAt(anyAddress());
    const placeAndStop = async () => {
      const { orderId, payment } = (await customer.placeUnpaid(await anyChair())).data;
      expect((await customer.stop(orderId)).code).toBe(ok);
      return {
        orderId,
        paymentId: new URL(payment?.redirectUrl as string).pathname.split("/").at(-1) as string,
      };
    };
    const { orderId: unpaid } = await placeAndStop();
    const { orderId: withFeedback } = await placeAndStop();
    const { orderId: paidLate, paymentId } = await placeAndStop();
    // The page may be expired by now; a payment that the provider confirms counts nevertheless.
    await world.app.payments.settle(paymentId, "confirmed");
    expect((await customer.sendFeedback(withFeedback)).code).toBe(ok);
    const orders = [unpaid, paidLate, withFeedback];
    const remainingIds = async () => {
      await world.app.orders.purgeUnpaid();
      const rows = await sql<{ id: string }>`
        SELECT order_id AS id FROM orders WHERE order_id = ANY(${orders})`.execute(world.database);
      return rows.rows.map(({ id }) => id).sort();
    };
    advanceTime(30 * dayMs - minuteMs);
    expect(await remainingIds()).toEqual(orders.toSorted());
    advanceTime(2 * minuteMs);
    // A purge skips an order while a job locks its payment.
    await expect.poll(remainingIds).toEqual([paidLate, withFeedback].sort());
    const senders = await sql`SELECT FROM unpaid_order WHERE order_id = ANY(${orders})`.execute(
      world.database,
    );
    expect(senders.rows).toHaveLength(0);
    expect(await runAudit(world.database)).toEqual([]);
  });

  it("[G-1] [ATTACK-1] are not deleted by the database before 30 days, even if the application requests a later date", async () => {
    const placeAndStop = async () => {
      const customer = await customerAt(anyAddress());
      const { orderId } = (await customer.placeUnpaid(await anyChair())).data;
      expect((await customer.stop(orderId)).code).toBe(ok);
      return orderId;
    };
    advanceTime(-31 * dayMs);
    const old = await placeAndStop();
    advanceTime(2 * dayMs);
    const recent = await placeAndStop();
    // A purge skips an order while a job locks its payment.
    const remainingIds = async () => {
      await sql`SELECT purge_unpaid_orders(now() + interval '1 day', 1000000)`.execute(world.database);
      const { rows } = await sql<{ id: string }>`
        SELECT order_id AS id FROM orders WHERE order_id = ANY(${[old, recent]})`.execute(world.database);
      return rows.map(({ id }) => id);
    };
    await expect.poll(remainingIds).toEqual([recent]);
  });
});
