import { randomUUID } from "node:crypto";
import type { Endpoint } from "@reposo/contract/endpoint.ts";
import {
  feedbackAnswer,
  feedbackClose,
  feedbackDetail,
  feedbackInsert,
  feedbackOfOrder,
} from "@reposo/contract/feedback/feedback.ts";
import { refundRequests, requestRefund } from "@reposo/contract/orders/refunds.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { dictionaryLabels } from "#features/dictionary/index.ts";
import { call, refusedFields } from "#test/clients/http-client.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import {
  addChair,
  makePricedOutlet,
  sharedOrderApp,
  type OrderApp,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { browserOf, decidePayment } from "#test/clients/order-browser.ts";
import { approveRefund, refundWithoutRequest, refuseRefund } from "./index.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let world: OrderApp;
let outlet: PricedOutlet;
let manager: string;
beforeAll(async () => {
  world = await sharedOrderApp("audited");
  outlet = await makePricedOutlet(world.owner);
  manager = (await makeManager(world.owner, { outletIds: [outlet.outletId] })).token;
});
afterAll(() => world.close());

const as =
  (token: string, headers: Record<string, string> = {}) =>
  <E extends Endpoint>(endpoint: E, fields: Record<string, unknown>) =>
    call(world.http, endpoint, fields, { "access-token": token, ...headers });
const request = (orderId: string, fields: Record<string, unknown> = {}, token = manager) =>
  as(token)(requestRefund, { orderId, reason: "The rollers hurt", ...fields });
const requestsOf = async (orderId: string) => (await as(manager)(refundRequests, { orderId })).data;

const actor = "the operator";
const wires = () => ({ clock: world.clock, payments: world.app.payments });
const approve = (order: string, note: string | null = null) =>
  transact(world.database, (uow) => approveRefund(uow, wires(), { order, note, actor }));
const refuse = (order: string, reason: string) =>
  transact(world.database, (tx) => refuseRefund(tx, wires(), { order, reason, actor }));

/** Creates a completed order of 50.00. */
async function finishedOrder(payType: "online" | "cash") {
  const chair = await addChair(world, outlet, { speed: 600 });
  const token = payType === "online" ? (await makeCustomer(world.owner)).token : manager;
  const browser = browserOf(world.http, token);
  const priceId = outlet.priceIds[0];
  const placed = await browser.order({ deviceId: chair.deviceId, priceId, payType });
  if (payType === "online") await decidePayment(world.http, placed.payment?.redirectUrl as string, "pay");
  const order = await browser.reaches(placed.orderId, "completed");
  return { ...order, token, browser };
}

describe("a refund that a manager requests", () => {
  it("[G-3] is paid once after an operator has approved the request", async () => {
    const { orderId, orderNumber, browser } = await finishedOrder("online");
    expect(await requestsOf(orderId)).toEqual({ left: 5_000, currency: "PHP", inCash: false, items: [] });
    const response = await request(orderId, { amount: 2_000, reason: "  The rollers\r\nhurt " });
    expect(response.data).toMatchObject({
      left: 5_000,
      items: [
        { amount: 2_000, reason: "The rollers\nhurt", state: "requested", requestedBy: "Maria Santos" },
      ],
    });
    expect((await request(orderId)).code).toBe(20305);
    expect(await browser.follow(orderId)).toMatchObject({ refunded: 0, refund: null });

    expect(await approve(orderNumber, "Sorry!")).toMatchObject({ kind: "started", amountMinor: 2_000 });
    await eventually(async () => expect((await browser.follow(orderId)).refunded).toBe(2_000));
    expect(await requestsOf(orderId)).toMatchObject({
      left: 3_000,
      items: [{ state: "approved", refundState: "returned", decision: "Sorry!" }],
    });
    expect(await approve(orderNumber)).toEqual({ kind: "noRequest" });
    const { rows } = await sql<{ actor: string; action: string }>`
      SELECT actor, action FROM audit_entry WHERE subject = ${`order:${orderId}`} AND action LIKE '%refund%'
      ORDER BY audit_id`.execute(world.database);
    expect(rows).toEqual([
      { actor: expect.stringMatching(/^manager:/), action: "refund.requested" },
      { actor, action: "order.refund" },
      { actor, action: "refund.approved" },
    ]);
    expect(await runAudit(world.database)).toEqual([]);
  });

  it("[G-3] is granted at most once for concurrent approvals, refusals, and requests", async () => {
    const { orderId, browser } = await finishedOrder("online");
    const requestConcurrently = () =>
      Promise.all([1, 2, 3, 4].map(() => request(orderId, { amount: 2_000 })));
    const codes = (await requestConcurrently()).map(({ code }) => code).sort((a, b) => a - b);
    expect(codes).toEqual([200, 20305, 20305, 20305]);
    const give = () =>
      transact(world.database, (uow) =>
        refundWithoutRequest(uow, wires(), {
          order: orderId,
          amountMinor: 2_000,
          reason: "unasked",
          actor,
          again: false,
        }),
      );
    expect(await give()).toMatchObject({ kind: "requestOpen", amountMinor: 2_000 });
    const approvals = await Promise.all([1, 2, 3, 4].map(() => approve(orderId)));
    expect(approvals.map(({ kind }) => kind).sort()).toEqual([
      "noRequest",
      "noRequest",
      "noRequest",
      "started",
    ]);

    await requestConcurrently();
    const decisions = await Promise.all([
      approve(orderId),
      refuse(orderId, "no"),
      approve(orderId),
      refuse(orderId, "no"),
    ]);
    const decided = decisions.filter(({ kind }) => kind !== "noRequest");
    expect(decided).toHaveLength(1);
    const returned = decided[0]?.kind === "started" ? 4_000 : 2_000;
    await eventually(async () => expect((await browser.follow(orderId)).refunded).toBe(returned));
    expect(await runAudit(world.database)).toEqual([]);
  });

  it("[G-3] of cash is recorded as a negative cash entry, because the manager returns the cash at the counter", async () => {
    const { orderId, browser } = await finishedOrder("cash");
    expect((await request(orderId)).data).toMatchObject({ inCash: true, items: [{ amount: 5_000 }] });
    expect(await approve(orderId)).toMatchObject({ kind: "started", online: false });
    expect(await browser.follow(orderId)).toMatchObject({ refunded: 5_000, orderStatus: "completed" });
    const { rows } = await sql<{ channel: string; amount: number }>`
      SELECT channel, amount_minor AS amount FROM ledger_entry WHERE order_id = ${orderId}
      ORDER BY entry_id`.execute(world.database);
    expect(rows).toEqual([
      { channel: "cash", amount: 5_000 },
      { channel: "cash", amount: -5_000 },
    ]);
    expect((await request(orderId)).code).toBe(20302);
    expect(await runAudit(world.database)).toEqual([]);
  });

  it("[G-3] never exceeds the remaining amount, and is refused for unpaid and running orders", async () => {
    const { orderId } = await finishedOrder("cash");
    expect(await request(orderId, { amount: 5_001 })).toMatchObject({
      code: 20304,
      data: { amount: 5_000, currency: "PHP" },
    });
    expect((await request(orderId, { amount: 0 })).code).toBe(400);
    expect(refusedFields(await request(orderId, { reason: " \n " }))[0]?.path).toBe("reason");
    expect(refusedFields(await request(orderId, { reason: "x".repeat(141) }))[0]?.path).toBe("reason");
    // A part of the amount is refunded in another way after the request and before the approval.
    expect((await request(orderId, { amount: 5_000 })).code).toBe(200);
    await transact(world.database, (uow) =>
      world.app.payments.recordCashRefund(
        uow,
        { orderId, amountMinor: 1, currency: "PHP", reason: "chairsFault" },
        world.clock.now(),
      ),
    );
    expect(await approve(orderId)).toMatchObject({ kind: "tooMuch", leftMinor: 4_999 });
    expect(await requestsOf(orderId)).toMatchObject({ left: 4_999, items: [{ state: "requested" }] });
    await sql`DELETE FROM refund WHERE order_id = ${orderId}`.execute(world.owner);

    const chair = await addChair(world, outlet);
    const { token } = await makeCustomer(world.owner);
    const customer = browserOf(world.http, token);
    const priceId = outlet.priceIds[0];
    const unpaid = await customer.order({ deviceId: chair.deviceId, priceId, payType: "online" });
    expect((await request(unpaid.orderId)).code).toBe(20302);
    await decidePayment(world.http, unpaid.payment?.redirectUrl as string, "pay");
    await customer.reaches(unpaid.orderId, "running");
    expect((await request(unpaid.orderId)).code).toBe(20302);
    expect(await approve(unpaid.orderId)).toEqual({ kind: "noRequest" });
    expect(await approve(randomUUID())).toEqual({ kind: "noOrder" });
  });

  it("[G-3] is refused for a fraction of a rupiah, which no payment provider returns", async () => {
    const inRupiah = await makePricedOutlet(world.owner, "IDR");
    const { token } = await makeManager(world.owner, { outletIds: [inRupiah.outletId] });
    const browser = browserOf(world.http, token);
    const chair = await addChair(world, inRupiah, { speed: 600 });
    const bought = { deviceId: chair.deviceId, priceId: inRupiah.priceIds[0], payType: "cash" };
    const { orderId } = await browser.order(bought);
    await browser.reaches(orderId, "completed");
    const refused = await request(orderId, { amount: 1_234 }, token);
    expect(refusedFields(refused).map(({ path }) => path)).toEqual(["amount"]);
    const direct = { order: orderId, amountMinor: 1_234, reason: "Rollers", actor, again: false };
    expect(await transact(world.database, (uow) => refundWithoutRequest(uow, wires(), direct))).toEqual({
      kind: "notPayable",
      currency: "IDR",
    });
    expect((await request(orderId, { amount: 1_200 }, token)).code).toBe(200);
  });

  it("[G-4] [G-9] is requested once per idempotency key, and is denied to callers without the outlet or the permission", async () => {
    const { orderId } = await finishedOrder("cash");
    const tap = as(manager, { "idempotency-key": randomUUID() });
    const values = { orderId, reason: "Too hot" };
    const answers = await Promise.all([1, 2, 3].map(() => tap(requestRefund, values)));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    const elsewhere = await makePricedOutlet(world.owner);
    const foreign = (await makeManager(world.owner, { outletIds: [elsewhere.outletId] })).token;
    const viewer = (
      await makeManager(world.owner, { outletIds: [outlet.outletId], permissions: ["home", "user"] })
    ).token;
    const guest = (await makeCustomer(world.owner)).token;
    for (const [token, code] of [
      [foreign, 20301],
      [viewer, 403],
      [guest, 403],
    ] as const) {
      expect((await request(orderId, {}, token)).code).toBe(code);
      expect((await as(token)(refundRequests, { orderId })).code).toBe(code);
    }
    expect((await request("no-such-order")).code).toBe(20301);
    await refuse(orderId, "It was not");
  });

  it("[G-3] that the operator refuses shows the manager the reason, returns no money, and can be requested again", async () => {
    const { orderId, browser } = await finishedOrder("online");
    await request(orderId);
    expect(await refuse(orderId, "The chair was in order")).toMatchObject({ kind: "refused" });
    expect(await requestsOf(orderId)).toMatchObject({
      left: 5_000,
      items: [{ state: "refused", refundState: null, decision: "The chair was in order" }],
    });
    expect(await browser.follow(orderId)).toMatchObject({ refund: null });
    expect((await request(orderId, { reason: "Here is the film" })).data.items).toHaveLength(2);
    await refuse(orderId, "Still in order");
  });
});

describe("an answer to feedback", () => {
  it("[FB-1] [G-3] can request a refund, and closes as refunded only after the money is returned", async () => {
    const { orderId, token } = await finishedOrder("online");
    const sent = await as(token)(feedbackInsert, { orderId, problem: "It stopped" });
    const { feedbackId } = sent.data;
    const answer = { feedbackId, answer: "You get it back", remedy: "refund" };
    await request(orderId, { amount: 100 });
    expect((await as(manager)(feedbackAnswer, answer)).code).toBe(20305);
    await refuse(orderId, "Ask with the feedback");
    expect((await as(manager)(feedbackAnswer, answer)).data).toMatchObject({
      state: "answered",
      refundRequested: { amount: 5_000, currency: "PHP", state: "requested", refundState: null },
    });
    expect((await as(manager)(feedbackAnswer, answer)).code).toBe(20302);
    const close = () => as(manager)(feedbackClose, { feedbackId, outcome: "refunded" });
    expect((await close()).code).toBe(20302);
    expect((await requestsOf(orderId)).items[0]).toMatchObject({ feedbackId, reason: "It stopped" });

    await approve(orderId);
    await eventually(async () => {
      const [seen] = (await as(token)(feedbackOfOrder, { orderId })).data;
      expect(seen?.refundRequested).toMatchObject({ state: "approved", refundState: "returned" });
    });
    expect((await close()).data).toMatchObject({ state: "closed", outcome: "refunded" });
    expect(await runAudit(world.database)).toEqual([]);
  });

  it("[FB-1] [NET-2] can request a refund with an answer that ends in half an emoji", async () => {
    const order = await finishedOrder("online");
    const { data } = await as(order.token)(feedbackInsert, {
      orderId: order.orderId,
      problem: "Hard \ud83d",
    });
    const { feedbackId } = data;
    const answered = await as(manager)(feedbackAnswer, {
      feedbackId,
      answer: "Sorry \ud83d",
      remedy: "refund",
    });
    expect(answered.data).toMatchObject({ answer: "Sorry \ufffd" });
    expect((await requestsOf(order.orderId)).items).toMatchObject([{ reason: "Hard \ufffd" }]);
  });

  it("[FB-1] [G-3] can request a refund for a problem that was chosen without a description", async () => {
    const { orderId, token } = await finishedOrder("online");
    const sent = await as(token)(feedbackInsert, { orderId, problemType: "stoppedEarly", problem: " " });
    const answer = { feedbackId: sent.data.feedbackId, answer: "You get it back", remedy: "refund" };
    expect((await as(manager)(feedbackAnswer, answer)).data.refundRequested).toMatchObject({ amount: 5_000 });
    expect((await requestsOf(orderId)).items[0]?.reason).toBe(
      dictionaryLabels.en_US.feedbackProblem.stoppedEarly,
    );
  });

  it("[FB-1] [G-3] shows the refund request of the order, and can request a refund after that request is decided", async () => {
    const { orderId, token } = await finishedOrder("online");
    const { feedbackId } = (await as(token)(feedbackInsert, { orderId, problem: "It stopped" })).data;
    const customerSees = async () => (await as(token)(feedbackOfOrder, { orderId })).data[0]?.refundRequested;
    const managerSees = async () => (await as(manager)(feedbackDetail, { feedbackId })).data;
    expect(await customerSees()).toBeNull();
    expect(await managerSees()).toMatchObject({
      feedback: { refundRequested: null },
      mayAskRefund: true,
    });

    await request(orderId, { amount: 2_000 });
    const refundRequest = { amount: 2_000, currency: "PHP", state: "requested", refundState: null };
    expect(await customerSees()).toEqual(refundRequest);
    expect(await managerSees()).toMatchObject({
      feedback: { refundRequested: refundRequest },
      mayAskRefund: false,
    });
    await refuse(orderId, "Ask for all of it");
    expect(await customerSees()).toEqual({ ...refundRequest, state: "refused" });
    expect(await managerSees()).toMatchObject({
      feedback: { refundRequested: { state: "refused" } },
      mayAskRefund: true,
    });
    const later = (await as(token)(feedbackInsert, { orderId, problem: "One word more" })).data;
    const [second] = (await as(token)(feedbackOfOrder, { orderId })).data;
    expect(second).toMatchObject({ feedbackId: later.feedbackId, refundRequested: null });

    await request(orderId, { amount: 3_000 });
    await approve(orderId);
    await eventually(async () =>
      expect(await customerSees()).toEqual({
        ...refundRequest,
        amount: 3_000,
        state: "approved",
        refundState: "returned",
      }),
    );
    const all = (await as(token)(feedbackOfOrder, { orderId })).data;
    expect(all[0]?.refundRequested).toEqual(all[1]?.refundRequested);
    // A feedback can have one refund request of its own.
    const answer = { feedbackId, answer: "The rest as well", remedy: "refund" };
    expect((await as(manager)(feedbackAnswer, answer)).data.refundRequested).toMatchObject({ amount: 2_000 });
    await refuse(orderId, "No more");
    expect(await managerSees()).toMatchObject({
      feedback: { refundRequested: { amount: 2_000, state: "refused" } },
      mayAskRefund: false,
    });
    expect((await as(manager)(feedbackAnswer, answer)).code).toBe(20302);
  });

  it("[G-3] cannot close as refunded because of a refund that was earlier than the feedback", async () => {
    const { orderId } = await finishedOrder("cash");
    await request(orderId, { amount: 1_000 });
    await approve(orderId);
    const { feedbackId } = (await as(manager)(feedbackInsert, { orderId, problem: "Told at the counter" }))
      .data;
    await as(manager)(feedbackAnswer, { feedbackId, answer: "It was given back before" });
    expect((await as(manager)(feedbackClose, { feedbackId, outcome: "refunded" })).code).toBe(20302);
    expect((await as(manager)(feedbackClose, { feedbackId, outcome: "explained" })).code).toBe(200);
  });
});
