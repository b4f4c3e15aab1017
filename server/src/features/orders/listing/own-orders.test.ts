import { ownOrders } from "@reposo/contract/orders/order-lists.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { addChair, makePricedOutlet, openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { browserOf, decidePayment } from "#test/clients/order-browser.ts";
import { writePastOrders } from "#test/app/past-orders.ts";
import { planOf } from "#test/database/query-plan.ts";
import { selectOwnOrders } from "./order-list-store.ts";
import { sql } from "#platform/postgres/sql.ts";
import { insertRows } from "#test/database/insert-rows.ts";

let world: OrderApp;
let outletId: string;
let deviceId: string;
beforeAll(async () => {
  world = await openOrderApp();
  outletId = await makeOutlet(world.owner, { name: "Ayala Center" });
  deviceId = await makeDevice(world.owner, { outletId });
});
afterAll(() => world.close());

const fetchOwnOrders = (token: string, fields: Record<string, string> = {}) =>
  call(world.http, ownOrders, fields, { "access-token": token });

/** Creates completed orders one minute apart, and returns their IDs, oldest first. */
async function orderTimes(customerId: string, count: number): Promise<string[]> {
  const orderIds: string[] = [];
  for (let minute = 0; minute < count; minute += 1) {
    const orderedAt = new Date(world.clock.now().getTime() - (count - minute) * 60_000);
    orderIds.push(
      await makeOrder(world.owner, { deviceId, outletId, customerId, orderedAt, status: "completed" }),
    );
  }
  return orderIds;
}

describe("a customer's own orders", () => {
  it("[WHO-2] are listed newest first, page by page, without those of other customers", async () => {
    const [own, other] = [await makeCustomer(world.owner), await makeCustomer(world.owner)];
    const times = await orderTimes(own.caller.customerId, 5);
    await orderTimes(other.caller.customerId, 2);

    const listed: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { code, data } = await fetchOwnOrders(own.token, { limit: "2", ...(cursor && { cursor }) });
      expect(code).toBe(200);
      expect(data.items.length).toBeLessThanOrEqual(2);
      listed.push(...data.items.map(({ orderId }) => orderId));
      cursor = data.nextCursor;
    }
    expect(listed).toEqual(times.toReversed());
    expect((await fetchOwnOrders(own.token)).data).toMatchObject({
      items: [{ areaName: "Ayala Center", deviceId, orderStatus: "completed" }, {}, {}, {}, {}],
      nextCursor: null,
    });
  });

  it("[WHO-2] include orders that the return address of a payment page has granted to this browser", async () => {
    const [payer, returned] = [await makeCustomer(world.owner), await makeCustomer(world.owner)];
    const [paid] = (await orderTimes(payer.caller.customerId, 1)) as [string];
    const [later] = (await orderTimes(returned.caller.customerId, 1)) as [string];
    const grant = { customer_id: returned.caller.customerId, order_id: paid };
    await insertRows(world.owner, "customer_order_grant", [grant]);
    const { data } = await fetchOwnOrders(returned.token);
    expect(data.items.map(({ orderId }) => orderId).toSorted()).toEqual([paid, later].toSorted());
  });

  it("[WHO-2] are empty for a new customer, and refused for managers", async () => {
    expect(await fetchOwnOrders((await makeCustomer(world.owner)).token)).toMatchObject({
      code: 200,
      data: { items: [], nextCursor: null },
    });
    expect(
      (await fetchOwnOrders((await makeManager(world.owner, { outletIds: [outletId] })).token)).code,
    ).toBe(403);
  });

  it("[WHO-2] refuse cursors of other customers' lists and invalid cursors", async () => {
    const [own, other] = [await makeCustomer(world.owner), await makeCustomer(world.owner)];
    await orderTimes(other.caller.customerId, 2);
    const { nextCursor } = (await fetchOwnOrders(other.token, { limit: "1" })).data;
    for (const cursor of [nextCursor as string, "AAAA"])
      expect(await fetchOwnOrders(own.token, { cursor })).toMatchObject({
        code: 400,
        data: { fields: [{ path: "cursor" }] },
      });
  });

  it("[WHO-2] are read by index among 30,000 orders of other customers", async () => {
    const { caller } = await makeCustomer(world.owner);
    const busy = await makeOutlet(world.owner);
    await makeDevice(world.owner, { outletId: busy });
    await writePastOrders(world.owner, [busy], {
      count: 30_000,
      until: world.clock.now(),
      everySeconds: 1_600,
    });
    const times = await orderTimes(caller.customerId, 8);
    const customer = { customerId: caller.customerId, ticketOrderIds: [] };
    for (const before of ["ffffffff-ffff-ffff-ffff-ffffffffffff", times[4] as string]) {
      const nodes = await planOf(world.database, (db) => selectOwnOrders(db, customer, before, 6));
      const touched = nodes
        .filter((node) => node["Relation Name"]?.startsWith("orders"))
        .reduce(
          (sum, node) =>
            sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
          0,
        );
      // The query reads each order of the page in the customer's index, and again for its fields.
      expect(touched).toBeLessThanOrEqual(12);
    }
  });
});

it("[CNT-2] [START-3] shows the payment provider with its reference, and the name of the price, after the payment", async () => {
  const outlet = await makePricedOutlet(world.owner);
  const chair = await addChair(world, outlet, { speed: 60 });
  const { token } = await makeCustomer(world.owner);
  const guest = browserOf(world.http, token);
  const { orderId, payment } = await guest.order({
    deviceId: chair.deviceId,
    priceId: outlet.priceIds[0],
    payType: "online",
  });
  await sql`UPDATE price SET name = 'Relax', names = '{"zh_CN": "放松", "id_ID": "Relaks"}'
    WHERE price_id = ${outlet.priceIds[0]}`.execute(world.owner);
  expect(await guest.follow(orderId)).toMatchObject({ paymentReference: null, receipt: null });
  await decidePayment(world.http, payment?.redirectUrl as string, "pay");
  const { paymentReference, receipt } = await guest.reaches(orderId, "completed");
  expect(receipt).toEqual({
    paymentProvider: "simulated",
    priceName: { en_US: "Relax", zh_CN: "放松", zh_TW: "放松", id_ID: "Relaks" },
  });
  const paid = { order_id: orderId, provider_ref: paymentReference };
  expect(
    await sql<{ order_id: string; provider_ref: string | null }>`
      SELECT order_id, provider_ref FROM payment`.rows(world.owner),
  ).toContainEqual(paid);
  expect(paymentReference).not.toBeNull();
  expect((await fetchOwnOrders(token)).data.items).toMatchObject([
    { orderId, orderStatus: "completed", payType: "online" },
  ]);
});
