import type { Endpoint, ReplyOf } from "@reposo/contract/endpoint.ts";
import {
  feedbackAnswer,
  feedbackClose,
  feedbackDetail,
  feedbackInsert,
  feedbackOfOrder,
} from "@reposo/contract/feedback/feedback.ts";
import { type GiftCoupon, giftCoupons } from "@reposo/contract/orders/gift-coupons.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, call } from "#test/clients/http-client.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { selectGifts } from "./gift-coupons-store.ts";
import { databaseUrlOf, runPrinting } from "#test/clients/command-line.ts";

const limits = { perDay: 3, perMonth: 5, orderDays: 30 };
const dayMs = 86_400_000;
let world: OrderApp;
beforeAll(async () => {
  world = await openOrderApp({
    GIFT_COUPONS_PER_DAY: String(limits.perDay),
    GIFT_COUPONS_PER_MONTH: String(limits.perMonth),
    GIFT_COUPON_ORDER_DAYS: String(limits.orderDays),
  });
});
afterAll(() => world.close());

const as =
  (token: string, http = world.http) =>
  <E extends Endpoint>(endpoint: E, fields: Record<string, unknown>) =>
    call(http, endpoint, fields, { "access-token": token });

/** Creates an outlet with a chair and a manager. Each `complain` sends feedback of a new customer. */
async function openOutlet(timeZone = "Asia/Manila") {
  const outletId = await makeOutlet(world.owner, { timeZone });
  const deviceId = await makeDevice(world.owner, { outletId });
  const { token, caller } = await makeManager(world.owner, { outletIds: [outletId] });
  const manager = as(token);

  async function complain({ amountMinor = 5_000, ageMs = 0 } = {}) {
    const customer = await makeCustomer(world.owner);
    const { customerId } = customer.caller;
    const orderedAt = new Date(world.clock.now().getTime() - ageMs);
    const of = { outletId, deviceId, customerId, status: "completed", amountMinor, orderedAt } as const;
    const orderId = await makeOrder(world.owner, of);
    return { token: customer.token, orderId, ...(await sendFeedback(customer.token, orderId)) };
  }
  const give = (feedbackId: string) =>
    manager(feedbackAnswer, { feedbackId, answer: "We are sorry", remedy: "coupon" });
  return { outletId, token, accountId: caller.accountId, manager, complain, give };
}

const sendFeedback = async (token: string, orderId: string) =>
  (await as(token)(feedbackInsert, { orderId, problem: "It stopped", abnormal: "" })).data;

const actionsOf = async (orderId: string) =>
  (
    await sql<{ actor: string; action: string }>`SELECT actor, action FROM audit_entry
      WHERE subject = ${`order:${orderId}`} AND action LIKE 'gift.%' ORDER BY audit_id`.execute(
      world.database,
    )
  ).rows;

async function reposo(...args: string[]) {
  return runPrinting(["gift", ...args], { env: { DATABASE_URL: databaseUrlOf(world.test.connection) } });
}

describe("a coupon within the limits", () => {
  it("[FB-4] is given immediately with the value of the order, listed, and recorded in the audit trail", async () => {
    const outlet = await openOutlet();
    const { token, orderId, feedbackId, reference } = await outlet.complain();
    const before = (await outlet.manager(feedbackDetail, { feedbackId })).data;
    expect(before.giftOffer).toEqual({ amount: 5_000, currency: "PHP", limit: null, most: null });
    const { data } = await outlet.give(feedbackId);
    const gift = { amount: 5_000, currency: "PHP", state: "given", limit: null, decision: null };
    expect(data).toMatchObject({ couponCode: expect.any(String), gift });
    expect((await outlet.manager(feedbackDetail, { feedbackId })).data.giftOffer).toBeNull();
    expect((await outlet.give(feedbackId)).code).toBe(20302);

    const [seen] = (await as(token)(feedbackOfOrder, { orderId })).data;
    expect(seen).toMatchObject({ gift: null, coupon: { code: data.couponCode, amount: 5_000 } });
    const terms = await sql`SELECT property, value_minor, currency, max_uses, outlet_ids FROM coupon
      WHERE code = ${data.couponCode}`.execute(world.database);
    expect(terms.rows).toEqual([
      {
        property: "amountOff",
        value_minor: 5_000,
        currency: "PHP",
        max_uses: 1,
        outlet_ids: [outlet.outletId],
      },
    ]);
    const actor = `manager:${outlet.accountId}`;
    expect(await actionsOf(orderId)).toEqual([{ actor, action: "gift.given" }]);

    const listed = async () => (await outlet.manager(giftCoupons, {})).data;
    expect(await listed()).toMatchObject({
      total: 1,
      items: [
        { ...gift, feedbackId, reference, orderId, couponCode: data.couponCode, givenBy: "Maria Santos" },
      ],
    });
    expect((await listed()).items[0]?.redeemed).toBe(false);
    await sql`UPDATE coupon SET uses_taken = 1 WHERE code = ${data.couponCode}`.execute(world.owner);
    expect((await listed()).items[0]?.redeemed).toBe(true);
    expect((await reposo("list", "--all")).out).toContain(
      `${reference}  ${(await listed()).items[0]?.givenAt}  PHP 50.00  given`,
    );
  });

  it("[FB-4] [G-9] is listed page by page, only for the managers of its outlet", async () => {
    const [own, foreign] = [await openOutlet(), await openOutlet()];
    for (let count = 0; count < 3; count += 1) await own.give((await own.complain()).feedbackId);
    await foreign.give((await foreign.complain()).feedbackId);
    const seen: GiftCoupon[] = [];
    let cursor = null as string | null;
    do {
      const { data }: Answer<ReplyOf<typeof giftCoupons>> = await own.manager(giftCoupons, {
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      });
      expect(data.total).toBe(3);
      seen.push(...data.items);
      cursor = data.nextCursor;
    } while (cursor !== null);
    expect(seen.map(({ areaId }) => areaId)).toEqual(Array(3).fill(own.outletId));
    expect(seen.map(({ givenAt }) => givenAt)).toEqual(
      seen
        .map(({ givenAt }) => givenAt)
        .sort()
        .reverse(),
    );
    const oldestFirst: string[] = [];
    for (let afterId: string | null = null; oldestFirst.length < 3; afterId = oldestFirst.at(-1) ?? null) {
      const filter = { outletIds: [own.outletId], states: null };
      const [next] = await selectGifts(world.database, filter, { afterId, limit: 1, oldestFirst: true });
      oldestFirst.push(next?.giftId ?? "none");
    }
    expect(oldestFirst).toEqual(seen.map(({ giftId }) => giftId).reverse());
    expect((await own.manager(giftCoupons, { areaId: foreign.outletId })).code).toBe(20601);
    expect((await own.manager(giftCoupons, { state: ["refused"] })).data.total).toBe(0);
  });
});

describe("a coupon beyond a limit", () => {
  it.each([
    ["orderAge", { ageMs: (limits.orderDays + 1) * dayMs }, 5_000, 30],
    ["value", { amountMinor: 0 }, null, null],
  ] as const)(
    "[FB-4] is requested from the operator because of the limit %s",
    async (limit, order, amount, most) => {
      const outlet = await openOutlet();
      const { token, orderId, feedbackId } = await outlet.complain(order);
      const { giftOffer } = (await outlet.manager(feedbackDetail, { feedbackId })).data;
      expect(giftOffer).toEqual({ amount, currency: "PHP", limit, most });
      const { data } = await outlet.give(feedbackId);
      expect(data).toMatchObject({ state: "answered", couponCode: null, coupon: null });
      expect(data.gift).toEqual({ amount, currency: "PHP", state: "requested", limit, decision: null });
      // The customer sees the answer, but nothing about the request.
      const [seen] = (await as(token)(feedbackOfOrder, { orderId })).data;
      expect(seen).toMatchObject({ answer: "We are sorry", couponCode: null, coupon: null, gift: null });
      expect((await outlet.manager(feedbackClose, { feedbackId, outcome: "couponGiven" })).code).toBe(20302);
      expect((await outlet.give(feedbackId)).code).toBe(20302);
      expect(await actionsOf(orderId)).toMatchObject([{ action: "gift.requested" }]);
    },
  );

  it("[FB-4] is requested for the second feedback on an order whose first coupon has the full value", async () => {
    const outlet = await openOutlet();
    const { token, orderId, feedbackId } = await outlet.complain();
    expect((await outlet.give(feedbackId)).data.gift?.state).toBe("given");
    const second = await sendFeedback(token, orderId);
    expect((await outlet.give(second.feedbackId)).data.gift).toMatchObject({
      state: "requested",
      limit: "value",
    });
  });

  it("[FB-4] is determined by days and months in the time zone of the outlet", async () => {
    const outlet = await openOutlet("America/St_Johns");
    // A new session for each coupon, because a single session would expire within the months of this test.
    const give = async () => {
      const { token } = await makeManager(world.owner, { outletIds: [outlet.outletId] });
      const { feedbackId } = await outlet.complain();
      return (await as(token)(feedbackAnswer, { feedbackId, answer: "Sorry", remedy: "coupon" })).data.gift;
    };
    /**
     * Moves the clock to the start of the outlet's next day or month, plus a number of seconds that may be
     * negative.
     */
    const goTo = (unit: "day" | "month", seconds: number) => {
      const now = Temporal.Instant.fromEpochMilliseconds(world.clock.now().getTime());
      const today = now.toZonedDateTimeISO("America/St_Johns").startOfDay();
      const next = unit === "day" ? today.add({ days: 1 }) : today.with({ day: 1 }).add({ months: 1 });
      world.advanceTime(next.epochMilliseconds + seconds * 1_000 - now.epochMilliseconds);
    };
    goTo("month", 1);
    for (let count = 0; count < limits.perDay; count += 1)
      expect(await give()).toMatchObject({ state: "given" });
    goTo("day", -60);
    expect(await give()).toMatchObject({ state: "requested", limit: "day" });
    goTo("day", 1);
    for (let count = limits.perDay; count < limits.perMonth; count += 1)
      expect(await give()).toMatchObject({ state: "given" });
    expect(await give()).toMatchObject({ state: "requested", limit: "month" });
    goTo("month", -60);
    expect(await give()).toMatchObject({ state: "requested", limit: "month" });
    goTo("month", 1);
    expect(await give()).toMatchObject({ state: "given" });
  });

  it("[FB-4] is requested, even if coupons up to the limit are given concurrently by two servers", async () => {
    const outlet = await openOutlet();
    const other = await world.join();
    const feedbacks = await Promise.all(Array.from({ length: 16 }, () => outlet.complain()));
    const answers = await Promise.all(
      feedbacks.map(({ feedbackId }, index) =>
        as(outlet.token, index % 2 === 0 ? world.http : other.http)(feedbackAnswer, {
          feedbackId,
          answer: "We are sorry",
          remedy: "coupon",
        }),
      ),
    );
    const states = answers.map(({ data }) => data.gift?.state);
    expect(states.filter((state) => state === "given")).toHaveLength(limits.perDay);
    expect(states.filter((state) => state === "requested")).toHaveLength(16 - limits.perDay);
    const coupons = await sql`SELECT FROM coupon WHERE outlet_ids = ARRAY[${outlet.outletId}]`.execute(
      world.database,
    );
    expect(coupons.rows).toHaveLength(limits.perDay);
    await other.close();
  });
});

describe("the operator's decision about a requested coupon", () => {
  async function request(order = {}) {
    const outlet = await openOutlet();
    const complaint = await outlet.complain({ ageMs: (limits.orderDays + 1) * dayMs, ...order });
    await outlet.give(complaint.feedbackId);
    return { outlet, ...complaint };
  }

  it("[FB-4] [WHO-3] approves the request once, and only then the customer sees the coupon", async () => {
    const { outlet, token, orderId, feedbackId, reference } = await request();
    expect((await reposo("list")).out).toMatch(
      new RegExp(`${reference}  \\S+  PHP 50\\.00  .*by Maria Santos  the order is too old`),
    );
    const eventCount = async () =>
      (await sql`SELECT FROM live_event WHERE subject = ${orderId}`.execute(world.owner)).rows.length;
    const eventsBefore = await eventCount();
    const tries = await Promise.all(
      [reference.toLowerCase(), reference.replaceAll("-", " "), reference.replaceAll("-", "")].map((typed) =>
        reposo("approve", typed, "--note", "Granted"),
      ),
    );
    expect(tries.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(tries.filter(({ code }) => code === 1)).toHaveLength(2);
    expect(await eventCount()).toBe(eventsBefore + 1);
    const [seen] = (await as(token)(feedbackOfOrder, { orderId })).data;
    expect(seen).toMatchObject({ coupon: { amount: 5_000 }, gift: null });
    expect(tries.some(({ out }) => out.includes(seen?.couponCode ?? "-"))).toBe(true);
    const { feedback } = (await outlet.manager(feedbackDetail, { feedbackId })).data;
    expect(feedback.gift).toMatchObject({ state: "approved", limit: "orderAge", decision: "Granted" });
    expect((await outlet.manager(feedbackClose, { feedbackId, outcome: "couponGiven" })).code).toBe(200);
    expect(await actionsOf(orderId)).toEqual([
      { actor: `manager:${outlet.accountId}`, action: "gift.requested" },
      { actor: "reposo command line", action: "gift.approved" },
    ]);
  });

  it("[FB-4] [WHO-3] refuses the request with a reason that only the manager sees", async () => {
    const { outlet, token, orderId, feedbackId, reference } = await request({ amountMinor: 0 });
    expect((await reposo("refuse", reference)).code).toBe(2);
    expect((await reposo("refuse", reference, "--reason", " ")).code).toBe(2);
    expect(await reposo("refuse", reference, "--reason", "Too late")).toEqual({
      code: 0,
      out: "The coupon (free massage) is not given; the manager sees the reason.",
    });
    expect(await reposo("approve", reference)).toEqual({
      code: 1,
      out: `No coupon is requested for feedback "${reference}", or it was already decided.`,
    });
    expect(await reposo("approve", "FB-0000-0000")).toEqual({
      code: 1,
      out: 'There is no feedback "FB-0000-0000".',
    });
    const { feedback } = (await outlet.manager(feedbackDetail, { feedbackId })).data;
    expect(feedback.gift).toMatchObject({ state: "refused", decision: "Too late" });
    const [seen] = (await as(token)(feedbackOfOrder, { orderId })).data;
    expect(JSON.stringify(seen)).not.toContain("Too late");
    expect(seen).toMatchObject({ couponCode: null, coupon: null });
    expect(await actionsOf(orderId)).toMatchObject([
      { action: "gift.requested" },
      { action: "gift.refused" },
    ]);
    // A request that the operator has decided does not count towards the limit per day.
    for (let count = 0; count < limits.perDay; count += 1)
      expect((await outlet.give((await outlet.complain()).feedbackId)).data.gift?.state).toBe("given");
  });
});
