import type { Permission } from "@reposo/contract/permissions.ts";
import { search } from "@reposo/contract/search/search.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "#platform/postgres/sql.ts";
import { call } from "#test/clients/http-client.ts";
import { makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { sharedOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { insertRows } from "#test/database/insert-rows.ts";

let world: OrderApp;
const outlets = { own: "", foreign: "" };

/** Inserts a chair, an order with coupon and payment, and feedback. Numbers differ only in their last symbol. */
async function fill(outletId: string, deviceId: string, last: string): Promise<void> {
  const { owner } = world;
  await makeDevice(owner, { outletId, deviceId });
  const orderedAt = new Date("2026-11-21T08:00:00Z");
  const orderId = await makeOrder(owner, { outletId, deviceId, status: "completed", orderedAt });
  const couponId = randomUUID();
  await insertRows(owner, "coupon", [
    { coupon_id: couponId, code: `GIFT-2026-${last}`, property: "free", created_at: orderedAt },
  ]);
  await sql`
    UPDATE orders SET order_number = ${`261121-7KQ2-M0X${last}`}, coupon_id = ${couponId}
    WHERE order_id = ${orderId}`.execute(owner);
  await insertRows(owner, "payment", [
    {
      payment_id: randomUUID(),
      order_id: orderId,
      provider: "stripe",
      provider_ref: `cs_live_a-${last}`,
      transaction_ref: `pi_3Qx${last}`,
      amount_minor: 5_000,
      currency: "PHP",
      state: "confirmed",
      created_at: orderedAt,
      expires_at: orderedAt,
    },
  ]);
  const { caller } = await makeManager(owner, { outletIds: [outletId] });
  await insertRows(owner, "feedback", [
    {
      feedback_id: randomUUID(),
      reference: `FB-8HJK-300${last}`,
      order_id: orderId,
      outlet_id: outletId,
      device_id: deviceId,
      account_id: caller.accountId,
      problem: "It did not start",
      abnormal: "",
      media_count: 0,
      state: "sent",
      created_at: orderedAt,
    },
  ]);
}

beforeAll(async () => {
  world = await sharedOrderApp();
  outlets.own = await makeOutlet(world.owner, { name: "SM Mall of Asia" });
  outlets.foreign = await makeOutlet(world.owner, { name: "SM Megamall" });
  await fill(outlets.own, "MC10007", "A");
  await fill(outlets.foreign, "MC10008", "B");
});
afterAll(() => world.close());

async function find(text: string, permissions: Permission[] = ["home", "details"]): Promise<string[]> {
  const { token } = await makeManager(world.owner, { outletIds: [outlets.own], permissions });
  const { code, data } = await call(world.http, search, { text }, { "access-token": token });
  expect(code).toBe(200);
  return [
    ...data.outlets.map(({ areaName }) => areaName),
    ...data.devices.map(({ deviceId }) => deviceId),
    ...data.orders.map(({ orderNumber }) => orderNumber),
    ...data.feedback.map(({ reference }) => reference),
  ];
}

const order = "261121-7KQ2-M0XA";
const feedback = "FB-8HJK-300A";

describe("the search", () => {
  it.each([
    // Order numbers: complete, in another notation, their beginning, and their end; the letter O for the digit 0.
    { text: "261121-7KQ2-M0XA", found: [order] },
    { text: " 261121 7kq2 m0xa ", found: [order] },
    { text: "261121-7k", found: [order] },
    { text: "moxa", found: [order] },
    { text: "7KQ2-M0XA", found: [order] },
    // The middle group, alone and with a part of the next one.
    { text: "7KQ2", found: [order] },
    { text: " 7kq2 m0", found: [order] },
    { text: "mc10007", found: ["MC10007"] },
    { text: "0007", found: ["MC10007"] },
    { text: "gift 2026", found: [order] },
    { text: "GIFT-2026-A", found: [order] },
    { text: "PI_3QXA", found: [order] },
    { text: "cs_live", found: [order] },
    { text: "fb-8hjk-300a", found: [feedback] },
    { text: "8HJK", found: [feedback] },
    { text: "mall", found: ["SM Mall of Asia"] },
    { text: "sm", found: ["SM Mall of Asia"] },
    // Objects of another outlet.
    { text: "261121-7KQ2-M0XB", found: [] },
    { text: "MC10008", found: [] },
    { text: "GIFT-2026-B", found: [] },
    { text: "pi_3QxB", found: [] },
    { text: "FB-8HJK-300B", found: [] },
    { text: "megamall", found: [] },
    // Too short for a number, a wildcard, and nothing.
    { text: "0XA", found: [] },
    { text: "%", found: [] },
    { text: "   ", found: [] },
  ])("[FIND-1] finds $found.length objects of the caller's outlets by '$text'", async ({ text, found }) => {
    expect(await find(text)).toEqual(found);
  });

  it("[FIND-1] [STAFF-1] finds orders and feedback only for accounts that may open them", async () => {
    for (const text of [order, "GIFT-2026-A", "pi_3QxA", feedback])
      expect(await find(text, ["home"])).toEqual([]);
    expect(await find("MC10007", ["home"])).toEqual(["MC10007"]);
  });
});
