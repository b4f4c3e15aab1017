import { afterAll, beforeAll, expect, it } from "vitest";
import { feedbackAnswer, feedbackInsert, feedbackLook } from "@reposo/contract/feedback/feedback.ts";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet, openOrderApp, type OrderApp, type PricedOutlet } from "#test/app/order-app.ts";
import { sql } from "#platform/postgres/sql.ts";

const dayMs = 86_400_000;
const noonMs = dayMs / 2;
const [ok, feedbackFull, feedbackUnanswered, dailyLimit] = [200, 20604, 20609, 20610];

let world: OrderApp;
let outlet: PricedOutlet;
let deviceId: string;
beforeAll(async () => {
  world = await openOrderApp({ TRUST_PROXY: "1" });
  outlet = await makePricedOutlet(world.owner);
  deviceId = await makeDevice(world.owner, outlet);
  // Limits per day restart at midnight UTC, which must not pass during a test.
  world.advanceTime((noonMs - (Date.now() % dayMs) + dayMs) % dayMs);
});
afterAll(() => world.close());

let addresses = 0;
const anyAddress = () => `203.0.113.${(addresses += 1)}`;

async function customerAt(address: string) {
  const { token, caller } = await makeCustomer(world.owner);
  const place = (status: "cancelled" | "unpaid" | "completed") =>
    makeOrder(world.owner, { ...outlet, deviceId, customerId: caller.customerId, status });
  const send = (orderId: string, headers: Record<string, string> = {}) =>
    call(
      world.http,
      feedbackInsert,
      { orderId, problem: "I could not pay" },
      { "access-token": token, "x-forwarded-for": address, ...headers },
    );
  const sendNew = async (status: "cancelled" | "unpaid" | "completed") => send(await place(status));
  return { place, send, sendNew };
}

const countOf = (answers: readonly { code: number }[], wanted: number) =>
  answers.filter(({ code }) => code === wanted).length;

it("[ATTACK-1] [FB-1] feedback on an order without a payment or coupon is accepted once until the outlet replies, even concurrently", async () => {
  const customer = await customerAt(anyAddress());
  for (const status of ["unpaid", "cancelled"] as const) {
    const orderId = await customer.place(status);
    const answers = await Promise.all(Array.from({ length: 5 }, () => customer.send(orderId)));
    expect([countOf(answers, ok), countOf(answers, feedbackUnanswered)]).toEqual([1, 4]);
    const { token } = await makeManager(world.owner, { outletIds: [outlet.outletId] });
    const byManager = { orderId, problem: "The guest called" };
    expect((await call(world.http, feedbackInsert, byManager, { "access-token": token })).code).toBe(ok);
  }
});

it("[FB-1] feedback of a manager does not use up the customer's only feedback on an unpaid order", async () => {
  const customer = await customerAt(anyAddress());
  const orderId = await customer.place("cancelled");
  const { token } = await makeManager(world.owner, { outletIds: [outlet.outletId] });
  const byManager = { orderId, problem: "The guest called" };
  expect((await call(world.http, feedbackInsert, byManager, { "access-token": token })).code).toBe(ok);
  const answers = [await customer.send(orderId), await customer.send(orderId)];
  expect(answers.map(({ code }) => code)).toEqual([ok, feedbackUnanswered]);
});

it("[FB-1] a customer of an unpaid order may send further feedback after the outlet's reply, up to ten", async () => {
  const customer = await customerAt(anyAddress());
  const orderId = await customer.place("cancelled");
  const { token } = await makeManager(world.owner, { outletIds: [outlet.outletId] });
  const byManager = { "access-token": token };
  let days = 0;
  try {
    for (let sent = 1; sent <= 10; sent += 1) {
      if (sent % 4 === 0) {
        world.advanceTime(dayMs);
        days += 1;
      }
      const { code, data } = await customer.send(orderId);
      expect([sent, code]).toEqual([sent, ok]);
      const { feedbackId } = data;
      // Viewing is not a reply.
      expect((await call(world.http, feedbackLook, { feedbackId }, byManager)).code).toBe(ok);
      expect((await customer.send(orderId)).code).toBe(sent < 10 ? feedbackUnanswered : feedbackFull);
      const reply = { feedbackId, answer: "The chair works again" };
      expect((await call(world.http, feedbackAnswer, reply, byManager)).code).toBe(ok);
    }
    expect((await customer.send(orderId)).code).toBe(feedbackFull);
  } finally {
    world.advanceTime(-days * dayMs);
  }
});

it("[ATTACK-1] feedback on such orders is limited per customer and day", async () => {
  const customer = await customerAt(anyAddress());
  const answers = await Promise.all(Array.from({ length: 8 }, () => customer.sendNew("cancelled")));
  expect([countOf(answers, ok), countOf(answers, dailyLimit)]).toEqual([5, 3]);
  const refused = answers.find(({ code }) => code === dailyLimit);
  expect(refused?.message).toMatch(/^Today's limit for feedback on unpaid orders has been reached/);
  expect(refused?.data).toEqual({ retryAfterSeconds: expect.any(Number) });

  // Feedback on a massage is not limited by the refusals, and a retried key returns its stored feedback.
  expect((await customer.sendNew("completed")).code).toBe(ok);
  world.advanceTime(dayMs);
  try {
    const orderId = await customer.place("cancelled");
    const key = { "idempotency-key": "feedback-once" };
    const first = await customer.send(orderId, key);
    expect(first.code).toBe(ok);
    expect((await customer.send(orderId, key)).data).toEqual(first.data);
  } finally {
    world.advanceTime(-dayMs);
  }
});

it("[ATTACK-1] feedback on such orders is limited per address and day, except of customers who have paid before; refused feedback does not count", async () => {
  const address = anyAddress();
  const customers = await Promise.all(Array.from({ length: 6 }, () => customerAt(address)));
  const [first] = customers;
  if (first === undefined) throw new Error("no customer");
  const orderId = await first.place("cancelled");
  const repeated = await Promise.all(Array.from({ length: 8 }, () => first.send(orderId)));
  expect(countOf(repeated, feedbackUnanswered)).toBe(7);
  const answers = await Promise.all(
    customers.flatMap((customer) => Array.from({ length: 4 }, () => customer.sendNew("cancelled"))),
  );
  expect([countOf(answers, ok), countOf(answers, dailyLimit)]).toEqual([19, 5]);
  const payer = await customerAt(address);
  await sql`
    INSERT INTO payment (payment_id, order_id, provider, amount_minor, currency, state, created_at, expires_at, settled_at)
    SELECT gen_random_uuid(), order_id, 'simulated', 5000, currency, 'confirmed', now(), now(), now()
    FROM orders WHERE order_id = ${await payer.place("completed")}`.execute(world.owner);
  expect((await payer.sendNew("cancelled")).code).toBe(ok);
  const elsewhere = await customerAt(anyAddress());
  expect((await elsewhere.sendNew("cancelled")).code).toBe(ok);
  const { named } = await sql<{ named: number }>`
    SELECT count(*)::int AS named FROM try_window WHERE strpos(subject, ${address}) > 0`.firstRow(
    world.owner,
  );
  expect(named).toBe(0);
});
