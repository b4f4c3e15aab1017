import { getOrder, orderDetail, stop } from "@reposo/contract/orders/orders.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { publishEvents } from "#features/live-events/index.ts";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { followEvents } from "#test/clients/event-client.ts";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { listen, sharedOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

let world: OrderApp;
let origin: string;
beforeAll(async () => {
  world = await sharedOrderApp();
  origin = await listen(world);
});
afterAll(() => world.close());

/** Opens a running order with all fields that are hidden from some readers, and these readers. */
async function openReaders() {
  const outletId = await makeOutlet(world.owner);
  const deviceId = await makeDevice(world.owner, { outletId });
  const outletIds = [outletId];
  const customer = await makeCustomer(world.owner);
  const counter = await makeManager(world.owner, { outletIds, name: "Maria Santos" });
  const orderId = await makeOrder(world.owner, {
    deviceId,
    outletId,
    customerId: customer.caller.customerId,
    endsAt: new Date(world.clock.now().getTime() + 600_000),
  });
  await sql`
    UPDATE orders
    SET coupon_code = 'FREE-MASSAGE', cash_coupon_code = 'CASH-MASSAGE'
    WHERE order_id = ${orderId}`.execute(world.owner);
  return {
    outletId,
    orderId,
    customer,
    counter,
    details: await makeManager(world.owner, { outletIds, permissions: ["home", "details"] }),
    home: await makeManager(world.owner, { outletIds, permissions: ["home"] }),
    user: await makeManager(world.owner, { outletIds, permissions: ["user"] }),
  };
}

const codes = { couponCode: "FREE-MASSAGE", cashCouponCode: "CASH-MASSAGE" };
const none = { couponCode: null, cashCouponCode: null };

it.each([getOrder, orderDetail])(
  "[G-9] $name shows coupon codes only to the customer and to managers with the permission `details`",
  async (endpoint) => {
    const { orderId, customer, details, home, user } = await openReaders();
    const seenBy = async ({ token }: { token: string }) =>
      (await call(world.http, endpoint, { orderId }, { "access-token": token })).data;
    expect(await seenBy(customer)).toMatchObject({ orderId, ...codes });
    expect(await seenBy(details)).toMatchObject({ orderId, ...codes });
    for (const manager of [home, user])
      expect(await seenBy(manager)).toMatchObject({ orderId, orderStatus: "running", ...none });
  },
);

it("[G-9] the response to stopping an order contains no coupon codes for a manager without `details`", async () => {
  const { orderId, outletId } = await openReaders();
  const permissions = ["home", "stop"] as const;
  const { token } = await makeManager(world.owner, { outletIds: [outletId], permissions });
  const { code, data } = await call(
    world.http,
    stop,
    { orderId },
    { "access-token": token, "idempotency-key": orderId },
  );
  expect(code).toBe(200);
  expect(data).toMatchObject({ orderId, ...none });
});

it("[G-9] live events contain for each reader the same fields as get-order, also after the stream resumes", async () => {
  const { outletId, orderId, customer, details, home } = await openReaders();
  const { customerId } = customer.caller;
  const readers = { customer, details, home };
  const expected = { customer: codes, details: codes, home: none };
  for (const name of ["customer", "details", "home"] as const) {
    const { token } = readers[name];
    const stream = await followEvents(origin, token);
    await expect.poll(() => stream.lastId(), { timeout: 30_000 }).not.toBe("");
    const start = stream.lastId();
    await transact(world.database, (uow) =>
      publishEvents(uow, { name: "order", outletId, customerId, subject: orderId, at: world.clock.now() }),
    );
    const { data } = await stream.next();
    stream.close();
    const resumed = await followEvents(origin, token, start);
    const again = await resumed.next();
    resumed.close();
    const response = await call(world.http, getOrder, { orderId }, { "access-token": token });
    for (const received of [data, again.data]) {
      expect(received).toMatchObject({ orderId, ...expected[name] });
      expect({ ...(received as object), serverTime: "" }).toEqual({ ...response.data, serverTime: "" });
    }
  }
});

it("[G-9] the live event of a cash order names the account that took the cash only to managers with `details`", async () => {
  const { outletId, orderId, customer, counter, details, home } = await openReaders();
  await sql`
    UPDATE orders
    SET pay_type = 'cash', order_type = 'counter', account_id = ${counter.caller.accountId}, customer_id = NULL
    WHERE order_id = ${orderId}`.execute(world.owner);
  const { customerId } = customer.caller;
  const takenBy = async ({ token }: { token: string }) => {
    const stream = await followEvents(origin, token);
    await expect.poll(() => stream.lastId(), { timeout: 30_000 }).not.toBe("");
    await transact(world.database, (uow) =>
      publishEvents(uow, { name: "order", outletId, customerId, subject: orderId, at: world.clock.now() }),
    );
    const { data } = await stream.next();
    stream.close();
    return (data as { takenBy: string | null }).takenBy;
  };
  expect(await takenBy(details)).toBe("Maria Santos");
  expect(await takenBy(home)).toBeNull();
  expect(await takenBy(customer)).toBeNull();
});

it("[CASH-2] [G-9] the live event of an order with a late ledger entry shows its time only to managers with `details`", async () => {
  const { outletId, customer, details, home } = await openReaders();
  const { customerId } = customer.caller;
  const deviceId = await makeDevice(world.owner, { outletId });
  const orderedAt = new Date(world.clock.now().getTime() - 40 * 24 * 3_600_000);
  const orderId = await makeOrder(world.owner, {
    outletId,
    deviceId,
    orderedAt,
    customerId,
    status: "completed",
  });
  const lateAt = async ({ token }: { token: string }, change: (uow: UnitOfWork) => void = () => {}) => {
    const stream = await followEvents(origin, token);
    await expect.poll(() => stream.lastId(), { timeout: 30_000 }).not.toBe("");
    const at = world.clock.now();
    await transact(world.database, (uow) => {
      change(uow);
      publishEvents(uow, { name: "order", outletId, customerId, subject: orderId, at });
    });
    const { data } = await stream.next();
    stream.close();
    return (data as { lateAt: string | null }).lateAt;
  };
  expect(await lateAt(details)).toBeNull();

  const recordedAt = world.clock.now();
  const entry = { outletId, deviceId, orderId, sourceId: orderId, amountMinor: 1_000, occurredAt: orderedAt };
  const coin = { ...entry, currency: "PHP", channel: "cash", source: "coin" } as const;
  expect(await lateAt(details, (uow) => addLedgerEntry(uow, coin, recordedAt))).toBe(
    recordedAt.toISOString(),
  );
  expect(await lateAt(home)).toBeNull();
  expect(await lateAt(customer)).toBeNull();
});
