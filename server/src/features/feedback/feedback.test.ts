import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dateIn, daysRange } from "#platform/time/calendar.ts";
import type { Endpoint, ReplyOf } from "@reposo/contract/endpoint.ts";
import {
  type Feedback,
  feedbackAnswer,
  feedbackClose,
  feedbackDetail,
  feedbackInsert,
  feedbackList,
  feedbackLook,
  feedbackOfOrder,
} from "@reposo/contract/feedback/feedback.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, call, refusedFields } from "#test/clients/http-client.ts";
import {
  makeCustomer,
  makeDevice,
  makeManager,
  makeOrder,
  moveToEarlierCoin,
} from "#test/app/network-factory.ts";
import { makePricedOutlet, openOrderApp, type OrderApp, type PricedOutlet } from "#test/app/order-app.ts";
import { photo, upload } from "#test/clients/upload-client.ts";
import { writePageCursor } from "#platform/postgres/page-cursor.ts";
import { sql } from "#platform/postgres/sql.ts";

let world: OrderApp;
let outlet: PricedOutlet;
let folder: string;
let deviceId: string;
let manager: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reposo-feedback-"));
  world = await openOrderApp({ FILES_DIR: folder });
  outlet = await makePricedOutlet(world.owner);
  deviceId = await makeDevice(world.owner, outlet);
  manager = (await makeManager(world.owner, { outletIds: [outlet.outletId] })).token;
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const as =
  (token: string, headers: Record<string, string> = {}) =>
  <E extends Endpoint>(endpoint: E, fields: Record<string, unknown>) =>
    call(world.http, endpoint, fields, { "access-token": token, ...headers });

async function customerWithOrder(chair = deviceId, amountMinor = 5_000) {
  const { token, caller } = await makeCustomer(world.owner);
  const { customerId } = caller;
  const of = { ...outlet, deviceId: chair, customerId, status: "completed", amountMinor } as const;
  const orderId = await makeOrder(world.owner, { ...of, orderedAt: world.clock.now() });
  return { token, customerId, orderId };
}
const description = { problem: "The chair stopped after two minutes", abnormal: "A burning smell" };

describe("sending feedback", () => {
  it("[FB-1] stores both descriptions and the caller's files once per idempotency key", async () => {
    const { token, orderId } = await customerWithOrder();
    const media = [
      await upload(world.http, token, { bytes: await photo() }),
      await upload(world.http, token, { bytes: await photo() }),
    ];
    const send = as(token, { "idempotency-key": "one-tap" });
    const answers = await Promise.all(
      [1, 2, 3].map(() => send(feedbackInsert, { orderId, ...description, media })),
    );
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(answers[0]).toMatchObject({ code: 200, data: { reference: expect.stringMatching(/^FB-/) } });
    expect(await send(feedbackInsert, { orderId, ...description })).toMatchObject({ code: 20303 });

    const { data } = await as(token)(feedbackOfOrder, { orderId });
    expect(data).toMatchObject([{ ...description, state: "sent", mediaCount: 2, deviceId, answer: null }]);
    const urls = data[0]?.media.map(({ url }) => url) ?? [];
    expect(urls.map((url) => decodeURIComponent(url.split("?")[0] ?? ""))).toEqual(
      media.map((key) => `/uploads/${key}`),
    );
    expect((await world.http.inject(urls[0] ?? "")).statusCode).toBe(200);
  });

  it("[FB-1] is also accepted as an HTML form, with one file or none", async () => {
    const { token, orderId } = await customerWithOrder();
    const key = await upload(world.http, token, { bytes: await photo() });
    const forms = [
      { orderId, problem: "a", abnormal: "" },
      { orderId, problem: "b", abnormal: "c", media: key },
    ];
    for (const form of forms) {
      const response = await world.http.inject({
        method: "POST",
        url: `/api${feedbackInsert.path}`,
        headers: { "access-token": token, "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams(Object.entries(form)).toString(),
      });
      expect(response.json()).toMatchObject({ code: 200 });
    }
  });

  it("[FB-1] accepts 140 characters as users count them in each description", async () => {
    const { token, orderId } = await customerWithOrder();
    const family = "👨‍👩‍👧‍👦";
    const send = (problem: string, abnormal = "") =>
      as(token)(feedbackInsert, { orderId, problem, abnormal });
    expect((await send(family.repeat(140), "é".repeat(140))).code).toBe(200);
    expect(refusedFields(await send(`${family.repeat(140)}x`))).toEqual([
      { path: "problem", message: "is too long" },
    ]);
    expect(refusedFields(await send("x", "y".repeat(141)))[0]?.path).toBe("abnormal");
    for (const blank of ["  \n ", "\u200B\u200B", "\u3164"])
      expect(refusedFields(await send(blank))[0]).toEqual({ path: "problem", message: "is too short" });
  });

  it("[FB-2] rejects files of other customers, used files, unknown files, and more than 52 files", async () => {
    const [one, other] = [await customerWithOrder(), await customerWithOrder()];
    const key = await upload(world.http, one.token, { bytes: await photo() });
    const foreign = await upload(world.http, other.token, { bytes: await photo() });
    const send = as(one.token);
    const about = { orderId: one.orderId, ...description };
    expect((await send(feedbackInsert, { ...about, media: [key, foreign] })).code).toBe(20602);
    expect((await send(feedbackInsert, { ...about, media: ["default/20260101/none/a.jpg"] })).code).toBe(
      20602,
    );
    expect((await send(feedbackInsert, { ...about, media: [key, key] })).code).toBe(400);
    const many = Array.from({ length: 53 }, (_, i) => `k${i}`);
    expect((await send(feedbackInsert, { ...about, media: many })).code).toBe(400);
    expect((await send(feedbackInsert, { ...about, media: [key] })).code).toBe(200);
    expect((await send(feedbackInsert, { ...about, media: [key] })).code).toBe(20602);
    expect((await as(one.token)(feedbackOfOrder, { orderId: one.orderId })).data).toHaveLength(1);
  });

  it("[FB-1] is refused for an order with ten feedback entries, with an explanation", async () => {
    const { token, orderId } = await customerWithOrder();
    for (let i = 0; i < 10; i += 1)
      expect((await as(token)(feedbackInsert, { orderId, ...description })).code).toBe(200);
    expect(await as(token)(feedbackInsert, { orderId, ...description })).toMatchObject({
      code: 20604,
      message: "No further feedback can be sent for this order (limit: 10)",
      data: { most: 10 },
    });
  });

  it("[FB-1] [G-9] is accepted at most ten times per order, even concurrently", async () => {
    const { token, orderId } = await customerWithOrder();
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => as(token)(feedbackInsert, { orderId, ...description })),
    );
    const countOf = (wanted: number) => answers.filter(({ code }) => code === wanted).length;
    expect([countOf(200), countOf(20604)]).toEqual([10, 4]);
    expect((await as(token)(feedbackOfOrder, { orderId })).data).toHaveLength(10);
  });
});

describe("[G-9] access to feedback", () => {
  it("is limited to own orders for customers, and to own outlets for managers", async () => {
    const [own, foreign] = [await customerWithOrder(), await customerWithOrder()];
    const { data } = await as(own.token)(feedbackInsert, { orderId: own.orderId, ...description });
    const { feedbackId } = data;
    for (const orderId of [own.orderId, randomUUID()]) {
      expect((await as(foreign.token)(feedbackInsert, { orderId, ...description })).code).toBe(20301);
      expect((await as(foreign.token)(feedbackOfOrder, { orderId })).code).toBe(20301);
    }
    const elsewhere = await makePricedOutlet(world.owner);
    const outsider = as((await makeManager(world.owner, { outletIds: [elsewhere.outletId] })).token);
    const viewer = as(
      (await makeManager(world.owner, { outletIds: [outlet.outletId], permissions: ["home", "user"] })).token,
    );
    expect((await outsider(feedbackInsert, { orderId: own.orderId, ...description })).code).toBe(20301);
    const operations: [Endpoint, Record<string, unknown>][] = [
      [feedbackDetail, { feedbackId }],
      [feedbackLook, { feedbackId }],
      [feedbackAnswer, { feedbackId, answer: "no" }],
      [feedbackClose, { feedbackId, outcome: "explained" }],
    ];
    for (const [endpoint, fields] of operations) {
      expect((await outsider(endpoint, fields)).code, endpoint.name).toBe(20603);
      expect((await outsider(endpoint, { ...fields, feedbackId: "x" })).code, endpoint.name).toBe(20603);
      expect((await viewer(endpoint, fields)).code, endpoint.name).toBe(403);
      expect((await as(own.token)(endpoint, fields)).code, endpoint.name).toBe(403);
    }
    // Managers without the permission have no access through the order either, although they may have started
    // it.
    expect(await viewer(feedbackOfOrder, { orderId: own.orderId })).toMatchObject({ code: 403, data: null });
    expect((await viewer(feedbackInsert, { orderId: own.orderId, ...description })).code).toBe(403);
    expect((await outsider(feedbackList, {})).data).toMatchObject({ items: [], total: 0 });
    expect((await outsider(feedbackList, { areaId: [outlet.outletId] })).code).toBe(20601);
  });
});

describe("answering feedback", () => {
  it("[FB-1] moves feedback from sent to closed, with live events for the customer and audit entries", async () => {
    // A new chair, because only its last ten orders are shown, and orders of the same instant have no fixed
    // order.
    const chair = await makeDevice(world.owner, outlet);
    const { token, orderId, customerId } = await customerWithOrder(chair);
    await as(token)(feedbackInsert, { orderId, ...description });
    const by = as(manager, { "idempotency-key": randomUUID() });
    const { data: page } = await by(feedbackList, { state: ["sent"], limit: 1 });
    const feedbackId = page.items[0]?.feedbackId ?? "";
    expect(page.items[0]).toMatchObject({ orderId, state: "sent" });

    expect((await by(feedbackLook, { feedbackId })).data.state).toBe("lookedAt");
    expect((await by(feedbackClose, { feedbackId, outcome: "explained" })).code).toBe(20302);
    const reply = { feedbackId, answer: "We are sorry, here is a free massage.", remedy: "coupon" };
    const answered = await by(feedbackAnswer, reply);
    expect(answered.data).toMatchObject({
      state: "answered",
      couponCode: expect.stringMatching(/^[0-9A-Z-]+$/),
    });
    expect((await by(feedbackAnswer, reply)).data.couponCode).toBe(answered.data.couponCode);
    expect((await as(manager)(feedbackAnswer, reply)).code).toBe(20302);
    const free = await customerWithOrder(chair, 0);
    const { data: sent } = await as(free.token)(feedbackInsert, { orderId: free.orderId, ...description });
    const unpaid = { feedbackId: sent.feedbackId, answer: "We are sorry", remedy: "refund" };
    expect((await as(manager)(feedbackAnswer, unpaid)).code).toBe(20302);
    expect((await by(feedbackClose, { feedbackId, outcome: "refunded" })).code).toBe(20302);
    expect((await by(feedbackClose, { feedbackId, outcome: "couponGiven" })).data.state).toBe("closed");
    expect((await as(manager)(feedbackAnswer, { feedbackId, answer: "again" })).code).toBe(20302);

    const { data } = await as(token)(feedbackOfOrder, { orderId });
    expect(data[0]).toMatchObject({ state: "closed", outcome: "couponGiven", answer: reply.answer });
    const detail = await by(feedbackDetail, { feedbackId });
    expect(detail.data).toMatchObject({
      order: { orderId },
      steps: [
        { what: "feedback.sent", by: null },
        { what: "feedback.lookedAt", by: "Maria Santos" },
        { what: "feedback.answered" },
        { what: "feedback.closed" },
      ],
    });
    expect(detail.data.chairOrders).toContainEqual(expect.objectContaining({ orderId, feedbacks: 1 }));
    const events = await sql<Record<string, unknown>>`
      SELECT * FROM live_event
      WHERE customer_id = ${customerId}`.rows(world.owner);
    expect(events.map(({ name, subject }) => [name, subject])).toEqual(
      Array.from({ length: 4 }, () => ["order", orderId]),
    );
  });

  it("[FB-1] shows the chair's latest orders by their time, even if coins arrived late", async () => {
    const chair = await makeDevice(world.owner, outlet);
    const { token, orderId } = await customerWithOrder(chair);
    const coins = await makeOrder(world.owner, {
      ...outlet,
      deviceId: chair,
      status: "completed",
      orderedAt: new Date(),
    });
    await moveToEarlierCoin(world.owner, coins, new Date(world.clock.now().getTime() - 3_600_000));
    const { feedbackId } = (await as(token)(feedbackInsert, { orderId, ...description })).data;
    const { chairOrders } = (await as(manager)(feedbackDetail, { feedbackId })).data;
    expect(chairOrders.map((order) => order.orderId)).toEqual([orderId, coins]);
  });

  it("[FB-1] stores every answer, even a repeated one, and shows all answers to customer and manager", async () => {
    const { token, orderId } = await customerWithOrder();
    const { feedbackId } = (await as(token)(feedbackInsert, { orderId, ...description })).data;
    const answers = ["Your money is on its way", "It was sent on Monday", "It was sent on Monday"];
    for (const answer of answers) {
      world.advanceTime(1_000);
      await as(manager)(feedbackAnswer, { feedbackId, answer });
    }
    const stored = answers.map((answer) => ({ answer, couponCode: null, answeredAt: expect.any(String) }));
    const { data } = await as(token)(feedbackOfOrder, { orderId });
    expect(data[0]).toMatchObject({ answer: answers.at(-1), answers: stored });
    const times = data[0]?.answers.map(({ answeredAt }) => answeredAt) ?? [];
    expect(times).toEqual([...new Set(times)].sort());
    expect((await as(manager)(feedbackDetail, { feedbackId })).data.feedback.answers).toEqual(
      data[0]?.answers,
    );
  });

  it("[FB-1] shows the outlets at which the coupon is valid, and its last day in their local time", async () => {
    const { token, orderId } = await customerWithOrder();
    const { feedbackId } = (await as(token)(feedbackInsert, { orderId, ...description })).data;
    await as(manager)(feedbackAnswer, { feedbackId, answer: "Sorry", remedy: "coupon" });
    await as(manager)(feedbackAnswer, { feedbackId, answer: "Welcome back" });
    const { data } = await as(token)(feedbackOfOrder, { orderId });
    const { coupon, couponCode, answers } = data[0] as Feedback;
    const { name, time_zone } = await sql<{ name: string; time_zone: string }>`
      SELECT name, time_zone FROM outlet
      WHERE outlet_id = ${outlet.outletId}`.firstRow(world.owner);
    // Uses the time of the answer, because midnight may have passed at the outlet since then.
    const givenOn = dateIn(new Date(answers[0]?.answeredAt ?? ""), time_zone);
    const lastDay = givenOn.add({ days: 90 });
    const worth = { amount: 5_000, currency: "PHP" };
    expect(coupon).toEqual({ code: couponCode, ...worth, areaNames: [name], lastDay: lastDay.toString() });
    expect(answers.map((given) => given.couponCode)).toEqual([couponCode, null]);
    const { valid_until } = await sql<{ valid_until: Date | null }>`
      SELECT valid_until FROM coupon
      WHERE code = ${couponCode}`.firstRow(world.owner);
    expect(valid_until).toEqual(daysRange(lastDay, lastDay, time_zone).to);
  });

  it("[FB-1] lists feedback page by page, newest first, and filters it", async () => {
    const chair = await makeDevice(world.owner, outlet);
    const { token, caller } = await makeCustomer(world.owner);
    const { customerId } = caller;
    const of = { ...outlet, deviceId: chair, customerId, status: "completed" } as const;
    const orderId = await makeOrder(world.owner, of);
    const sent: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      world.advanceTime(1);
      sent.unshift((await as(token)(feedbackInsert, { orderId, ...description })).data.feedbackId);
    }
    const seen: string[] = [];
    let cursor = null as string | null;
    do {
      const { data }: Answer<ReplyOf<typeof feedbackList>> = await as(manager)(feedbackList, {
        deviceId: chair,
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      });
      expect(data.total).toBe(5);
      seen.push(...data.items.map(({ feedbackId }) => feedbackId));
      cursor = data.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(sent);
    expect((await as(manager)(feedbackList, { deviceId: chair, state: ["closed"] })).data.total).toBe(0);
    const scope = { outletIds: null, states: null, deviceId: chair };
    for (const invalid of ["x", writePageCursor(scope, "no id")])
      expect(await as(manager)(feedbackList, { deviceId: chair, cursor: invalid })).toMatchObject({
        code: 400,
        data: { fields: [{ path: "cursor" }] },
      });
  });
});
