import { feedbackAnswer, feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { requestRefund } from "@reposo/contract/orders/refunds.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import {
  addChair,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { browserOf, decidePayment, managerOf } from "#test/clients/order-browser.ts";
import { databaseUrlOf, runPrinting } from "#test/clients/command-line.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
afterAll(() => world.close());

async function reposo(...args: string[]) {
  return runPrinting(args, { env: { DATABASE_URL: databaseUrlOf(world.test.connection) } });
}
const give = (order: string, ...more: string[]) =>
  reposo("refund", "give", order, "--reason", "too hot", ...more);

it("[G-3] [WHO-3] refunds a payment in parts through its provider, up to the paid amount", async () => {
  const chair = await addChair(world, outlet, { speed: 600 });
  const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
  const placed = await customer.order({
    deviceId: chair.deviceId,
    priceId: outlet.priceIds[0],
    payType: "online",
  });
  expect(await give(placed.orderId)).toEqual({
    code: 1,
    out: "Nothing is left to refund: the order is unpaid.",
  });
  await decidePayment(world.http, placed.payment?.redirectUrl as string, "pay");
  const { orderNumber } = await customer.reaches(placed.orderId, "completed");

  expect((await give(orderNumber, "--amount", "20")).out).toMatch(/^PHP 20\.00 is being refunded/);
  await eventually(async () => expect((await customer.follow(placed.orderId)).refunded).toBe(2_000));
  expect(await give(orderNumber.toLowerCase(), "--amount", "30.01")).toEqual({
    code: 1,
    out: "No more than PHP 30.00 is left to refund.",
  });
  expect((await give(placed.orderId)).out).toMatch(/^PHP 30\.00/);
  await eventually(async () =>
    expect(await customer.follow(placed.orderId)).toMatchObject({
      refunded: 5_000,
      orderStatus: "completed",
    }),
  );
  expect((await give(placed.orderId)).code).toBe(1);
  expect(await runAudit(world.database)).toEqual([]);
  const auditTrail = await sql<{ detail: { reason: string } }>`
    SELECT detail FROM audit_entry WHERE action = 'order.refund' AND subject = ${`order:${placed.orderId}`}`.execute(
    world.database,
  );
  expect(auditTrail.rows.map(({ detail }) => detail.reason)).toEqual(["too hot", "too hot"]);
});

it("[G-3] records cash as handed back, and rejects invalid amounts", async () => {
  const chair = await addChair(world, outlet, { speed: 600 });
  const staff = await managerOf(world, outlet);
  const { orderId } = await staff.order({
    deviceId: chair.deviceId,
    priceId: outlet.priceIds[0],
    payType: "cash",
  });
  await staff.reaches(orderId, "completed");
  expect((await give(orderId, "--amount", "0")).code).toBe(2);
  expect((await reposo("refund", "give", orderId, "--reason", " ")).code).toBe(2);
  expect(await give("261121-0000-0000")).toEqual({ code: 1, out: 'There is no order "261121-0000-0000".' });
  expect(await give(orderId)).toEqual({ code: 0, out: "PHP 50.00 is recorded as handed over now." });
  expect(await staff.follow(orderId)).toMatchObject({ refunded: 5_000 });
  expect(await runAudit(world.database)).toEqual([]);
  expect(await reposo("refund", "list")).toEqual({ code: 0, out: "No requests are waiting." });
});

it("[G-3] refunds the same amount of an order again only with --again", async () => {
  const chair = await addChair(world, outlet, { speed: 600 });
  const staff = await managerOf(world, outlet);
  const priceId = outlet.priceIds[0];
  const { orderId } = await staff.order({ deviceId: chair.deviceId, priceId, payType: "cash" });
  const { orderNumber } = await staff.reaches(orderId, "completed");
  const atOnce = await Promise.all([orderId, orderNumber].map((order) => give(order, "--amount", "12.50")));
  expect(atOnce.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 1]);
  await sql`UPDATE refund SET requested_at = requested_at - interval '9 minutes'
    WHERE order_id = ${orderId}`.execute(world.owner);
  expect(await give(orderNumber, "--amount", "12.50")).toEqual({
    code: 1,
    out: expect.stringMatching(/^PHP 12\.50 of it was refunded at \S+Z; add --again to/),
  });
  expect((await give(orderNumber, "--amount", "12.51")).code).toBe(0);
  expect((await give(orderNumber, "--amount", "12.50", "--again")).code).toBe(0);
  expect(await staff.follow(orderId)).toMatchObject({ refunded: 3_751 });
  await sql`UPDATE refund SET requested_at = requested_at - interval '11 minutes'
    WHERE order_id = ${orderId}`.execute(world.owner);
  expect((await give(orderNumber, "--amount", "12.49")).code).toBe(0);
  expect((await give(orderNumber)).code).toBe(1);
  expect(await runAudit(world.database)).toEqual([]);
});

it("[G-3] refunds a remaining amount that equals a recent refund only with --again", async () => {
  const chair = await addChair(world, outlet, { speed: 600 });
  const staff = await managerOf(world, outlet);
  const priceId = outlet.priceIds[0];
  const { orderId } = await staff.order({ deviceId: chair.deviceId, priceId, payType: "cash" });
  await staff.reaches(orderId, "completed");
  expect((await give(orderId, "--amount", "25")).code).toBe(0);
  expect(await give(orderId)).toEqual({
    code: 1,
    out: expect.stringMatching(/^PHP 25\.00 of it was refunded at \S+Z; add --again to/),
  });
  expect(await staff.follow(orderId)).toMatchObject({ refunded: 2_500 });
  expect((await give(orderId, "--again")).code).toBe(0);
  expect((await give(orderId)).out).toMatch(/^Nothing is left to refund/);
  expect(await staff.follow(orderId)).toMatchObject({ refunded: 5_000 });
});

it("[G-3] [WHO-3] lists managers' requests, and approves or refuses each of them once, by the order's number", async () => {
  const chair = await addChair(world, outlet, { speed: 600 });
  // Its line break must not look like another request.
  const name = "Maria\nSantos";
  const { token } = await makeManager(world.owner, { outletIds: [outlet.outletId], name });
  const staff = browserOf(world.http, token);
  const priceId = outlet.priceIds[0];
  const { orderId } = await staff.order({ deviceId: chair.deviceId, priceId, payType: "cash" });
  const { orderNumber, areaName } = await staff.reaches(orderId, "completed");
  const requestAmount = (amount: number) =>
    call(world.http, requestRefund, { orderId, amount, reason: "Too loud" }, { "access-token": token });
  await requestAmount(1_250);
  const withoutTime = (line: string) => line.replace(/  20\d\d-\d\d-\d\dT[\d:.]+Z  /, "  (when)  ");
  const line = (state: string) =>
    `${orderNumber}  (when)  PHP 12.50${state}  ${areaName}  Maria Santos  "Too loud"`;
  const waiting = await reposo("refund", "list");
  expect(withoutTime(waiting.out).split("\n")).toEqual([line(""), "1 waiting."]);
  expect((await give(orderNumber)).out).toMatch(/^A manager has requested PHP 12\.50 of it/);
  expect((await reposo("refund", "refuse", orderNumber, "--reason", " ")).code).toBe(2);
  expect(await reposo("refund", "refuse", orderNumber, "--reason", "It is not")).toEqual({
    code: 0,
    out: "PHP 12.50 is not refunded; the manager sees the reason.",
  });
  await requestAmount(1_250);
  expect(await reposo("refund", "approve", orderNumber.toLowerCase())).toEqual({
    code: 0,
    out: "PHP 12.50 is recorded as handed over now.",
  });
  expect(await reposo("refund", "approve", orderNumber)).toEqual({
    code: 1,
    out: `Order "${orderNumber}" has no refund request, or it was already decided.`,
  });
  expect((await reposo("refund", "approve", "261121-0000-0000")).code).toBe(1);
  expect(await reposo("refund", "list")).toEqual({ code: 0, out: "No requests are waiting." });
  expect((await reposo("refund", "list", "--all")).out.split("\n").map(withoutTime)).toEqual([
    line("  approved"),
    `${line("  refused")}  operator: "It is not"`,
    "2 requests.",
  ]);
  expect((await reposo("refund", "list", "--all", "--limit", "1")).out.split("\n").map(withoutTime)).toEqual([
    line("  approved"),
    "The first 1 are shown; --limit sets the number.",
  ]);
  expect((await reposo("refund", "list", "--limit", "0")).code).toBe(2);
  expect(await staff.follow(orderId)).toMatchObject({ refunded: 1_250 });
  expect(await runAudit(world.database)).toEqual([]);
});

it("[G-3] [WHO-3] lists the texts of the customer and the manager for a request about feedback", async () => {
  const chair = await addChair(world, outlet, { speed: 600 });
  const { token } = await makeManager(world.owner, { outletIds: [outlet.outletId] });
  const staff = browserOf(world.http, token);
  const priceId = outlet.priceIds[0];
  const { orderId } = await staff.order({ deviceId: chair.deviceId, priceId, payType: "cash" });
  await staff.reaches(orderId, "completed");
  const as = { "access-token": token };
  const { feedbackId } = (await call(world.http, feedbackInsert, { orderId, problem: "It stopped" }, as))
    .data;
  await call(
    world.http,
    feedbackAnswer,
    { feedbackId, answer: "Sorry, you get it back", remedy: "refund" },
    as,
  );
  const { out } = await reposo("refund", "list");
  expect(out).toMatch(
    /  feedback \S+  customer: "It stopped"  manager: "Sorry, you get it back"\n1 waiting\.$/,
  );
  expect((await reposo("refund", "refuse", orderId, "--reason", "No")).code).toBe(0);
});
