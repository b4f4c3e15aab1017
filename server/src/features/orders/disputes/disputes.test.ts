import { randomUUID } from "node:crypto";
import { feedbackAnswer, feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { acceptsMedia } from "@reposo/contract/feedback/feedback-limits.ts";
import { getOrder } from "@reposo/contract/orders/orders.ts";
import { requestRefund } from "@reposo/contract/orders/refunds.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { areaReport, incomeEntries, incomeToday } from "@reposo/contract/revenue/revenue.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { VirtualChair } from "@reposo/chair/chair-interface.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { closeCase, listOpenCases } from "#features/cases/index.ts";
import { hasPaidBefore } from "#features/orders/index.ts";
import { refundWithoutRequest } from "#features/orders/refunds/index.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import {
  addChair,
  type ChairToAdd,
  eventually,
  goSilent,
  makePricedOutlet,
  type OrderApp,
  passDeadlines,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { call } from "#test/clients/http-client.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import { disputeFeeMinor } from "#test/stand-ins/company-disputes.ts";
import type {
  CompanyDispute,
  CompanyPage,
  CompanyRefund,
  CompanyWebhook,
  PaymentCompany,
} from "#test/stand-ins/payment-company.ts";
import { openStripeCompany } from "#test/stand-ins/stripe-company.ts";
import { openXenditCompany } from "#test/stand-ins/xendit-company.ts";
import { type CompanyApp, openCompanyApp } from "#test/app/company-app.ts";

describe.each([
  ["Stripe", openStripeCompany, disputeFeeMinor],
  ["Xendit", openXenditCompany, 0],
])("a dispute that %s reports", (_label, open, fee) => {
  let company: PaymentCompany;
  let world: OrderApp;
  let outlet: PricedOutlet;
  let send: CompanyApp["send"];
  let lastPage: CompanyApp["lastPage"];
  let close: CompanyApp["close"];
  beforeAll(async () => {
    ({ company, world, outlet, send, lastPage, close } = await openCompanyApp(open));
  });
  afterEach(async () => {
    expect(await runAudit(world.database)).toEqual([]);
  });
  afterAll(() => close());

  const deliver = async (webhook: CompanyWebhook) => expect(await send(webhook)).toBe(200);
  const report = (dispute: CompanyDispute, id: string = randomUUID()) =>
    deliver(company.disputeWebhook(dispute, id));

  async function placeOrder(
    chairOptions: ChairToAdd = { speed: 600 },
    prepare = async (_chair: VirtualChair) => {},
  ) {
    const chair = await addChair(world, outlet, chairOptions);
    await prepare(chair);
    const { token, caller } = await makeCustomer(world.owner);
    const customer = browserOf(world.http, token);
    const [priceId] = outlet.priceIds;
    const { orderId } = await customer.order({ deviceId: chair.deviceId, priceId, payType: "online" });
    const page = lastPage();
    const pay = async () => {
      page.state = "paid";
      await deliver(company.webhookOf(page, randomUUID()));
    };
    const refunded = () =>
      eventually(async () => expect((await customer.follow(orderId)).refunded).toBe(5_000));
    return { orderId, page, pay, token, customerId: caller.customerId, reaches: customer.reaches, refunded };
  }
  async function completedOrder() {
    const order = await placeOrder();
    await order.pay();
    await order.reaches(order.orderId, "completed");
    return order;
  }
  const give = (orderId: string) =>
    transact(world.database, (uow) =>
      refundWithoutRequest(
        uow,
        { clock: world.clock, payments: world.app.payments },
        { order: orderId, amountMinor: null, reason: "too hot", actor: "operator", again: true },
      ),
    );
  const booked = async (orderId: string) => {
    const rows = await sql<{ source: string; amount: number }>`
      SELECT source, sum(amount_minor)::bigint AS amount FROM ledger_entry WHERE order_id = ${orderId}
      GROUP BY source ORDER BY source`.rows(world.database);
    return Object.fromEntries(rows.map(({ source, amount }) => [source, amount]));
  };
  const withoutZero = (sums: Record<string, number>) =>
    Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
  const caseOf = async (orderId: string) =>
    (await listOpenCases(world.database)).find((one) => one.orderId === orderId) ?? null;
  const excessCaseOf = async (orderId: string) =>
    (await listOpenCases(world.database)).find(
      (one) => one.orderId === orderId && one.kind === "refundExceedsPayment",
    )?.detail;
  const refundsOf = ({ page }: { page: CompanyPage }) =>
    company.refunds.filter(({ pageRef }) => pageRef === page.ref);

  it("[DISP-1] is booked once in a channel of its own and opens a case, however often it is reported", async () => {
    const order = await completedOrder();
    const dispute = company.dispute(order.page);
    await Promise.all(Array.from({ length: 5 }, () => report(dispute)));
    const disputed = withoutZero({ dispute: -5_000, disputeFee: -fee, payment: 5_000 });
    await eventually(async () => expect(await booked(order.orderId)).toEqual(disputed));
    expect(await caseOf(order.orderId)).toMatchObject({
      kind: "dispute",
      detail: {
        provider: company.name,
        dispute: dispute.ref,
        state: "needsResponse",
        reason: "fraudulent",
        amountMinor: 5_000,
        currency: "PHP",
        feeMinor: fee,
        respondBy: expect.stringContaining(dispute.respondBy.toISOString().slice(0, 19)),
      },
    });
    dispute.state = "lost";
    await report(dispute);
    await eventually(async () =>
      expect(await caseOf(order.orderId)).toMatchObject({ detail: { state: "lost" } }),
    );
    expect(await booked(order.orderId)).toEqual(disputed);
  });

  it("[DISP-1] is reversed when it is won, which closes the case", async () => {
    const order = await completedOrder();
    const dispute = company.dispute(order.page);
    await report(dispute);
    await eventually(async () => expect(await caseOf(order.orderId)).not.toBeNull());
    dispute.state = "won";
    await report(dispute);
    await report(dispute);
    const expected = { dispute: -5_000, disputeFee: -fee, disputeReversal: 5_000 + fee, payment: 5_000 };
    await eventually(async () => expect(await booked(order.orderId)).toEqual(withoutZero(expected)));
    expect(await caseOf(order.orderId)).toBeNull();
  });

  it("[DISP-1] reopens the case when it is lost, but not when it is reported again", async () => {
    const order = await completedOrder();
    const dispute = company.dispute(order.page);
    await report(dispute);
    await eventually(async () => expect(await caseOf(order.orderId)).not.toBeNull());
    const { caseId } = (await caseOf(order.orderId)) as { caseId: string };
    await transact(world.database, (uow) => closeCase(uow, caseId, world.clock.now()));
    dispute.state = "underReview";
    await report(dispute);
    await eventually(async () =>
      expect(
        await sql`SELECT FROM dispute WHERE dispute_ref = ${dispute.ref} AND state = 'underReview'`.hasRows(
          world.database,
        ),
      ).toBe(true),
    );
    expect(await caseOf(order.orderId)).toBeNull();
    dispute.state = "lost";
    await report(dispute);
    await eventually(async () => expect(await caseOf(order.orderId)).toMatchObject({ caseId }));
  });

  it("[DISP-1] leaves nothing to refund, until it is won", async () => {
    const order = await completedOrder();
    const dispute = company.dispute(order.page);
    await report(dispute);
    await eventually(async () => expect(await caseOf(order.orderId)).not.toBeNull());
    expect(await give(order.orderId)).toMatchObject({ kind: "disputed", disputedMinor: 5_000 });
    const manager = await makeManager(world.owner, { outletIds: [outlet.outletId] });
    const request = { orderId: order.orderId, reason: "too hot" };
    const headers = { "access-token": manager.token, "idempotency-key": randomUUID() };
    expect(await call(world.http, requestRefund, request, headers)).toMatchObject({
      code: resultCodes.paymentDisputed,
    });
    dispute.state = "won";
    await report(dispute);
    await eventually(async () => expect(await caseOf(order.orderId)).toBeNull());
    expect(await give(order.orderId)).toMatchObject({ kind: "started", amountMinor: 5_000 });
    await order.refunded();
  });

  it("[DISP-1] [BENEFIT-1] leaves nothing to give, and no files to accept, until it is won", async () => {
    const { orderId, page, token } = await completedOrder();
    const manager = await makeManager(world.owner, { outletIds: [outlet.outletId] });
    const complain = (fields: object = {}) =>
      call(world.http, feedbackInsert, { orderId, problem: "too hot", ...fields }, { "access-token": token });
    const gift = async (feedbackId: string) => {
      const reply = { feedbackId, answer: "We are sorry", remedy: "coupon" };
      const answer = await call(world.http, feedbackAnswer, reply, { "access-token": manager.token });
      return answer.data.gift;
    };
    const first = (await complain()).data;
    const dispute = company.dispute(page);
    await report(dispute);
    await eventually(async () => expect(await caseOf(orderId)).not.toBeNull());
    const seen = await call(world.http, getOrder, { orderId }, { "access-token": token });
    expect(seen.data).toMatchObject({ refunded: 0, disputed: 5_000 });
    expect(acceptsMedia(seen.data)).toBe(false);
    const media = ["feedback/20261129/AAAAAAAAAAAAAAAAAAAAAA/picture.jpg"];
    expect((await complain({ media })).code).toBe(resultCodes.mediaNeedsPaidOrder);
    expect((await complain()).code).toBe(resultCodes.feedbackUnanswered);
    expect(await gift(first.feedbackId)).toMatchObject({ state: "requested", limit: "value" });
    dispute.state = "won";
    await report(dispute);
    await eventually(async () => expect(await caseOf(orderId)).toBeNull());
    expect((await complain({ media })).code).toBe(resultCodes.uploadRefused);
    expect(await gift((await complain()).data.feedbackId)).toMatchObject({ state: "given", amount: 5_000 });
  });

  it("[DISP-1] [BENEFIT-1] [ATTACK-1] makes its payer count as one who never paid, until it is won", async () => {
    const { customerId, orderId, page } = await completedOrder();
    const hasPaid = () => hasPaidBefore(world.database, customerId);
    expect(await hasPaid()).toBe(true);
    const dispute = company.dispute(page);
    await report(dispute);
    await eventually(async () => expect(await caseOf(orderId)).not.toBeNull());
    expect(await hasPaid()).toBe(false);
    dispute.state = "won";
    await report(dispute);
    await eventually(async () => expect(await caseOf(orderId)).toBeNull());
    expect(await hasPaid()).toBe(true);
  });

  it("[DISP-1] [G-3] ends refunds that the provider has not made", async () => {
    const order = await completedOrder();
    company.faults.refusingRefunds = true;
    await give(order.orderId);
    const isRefused = sql`SELECT FROM refund WHERE order_id = ${order.orderId} AND key_number > 0`;
    await eventually(async () => expect(await isRefused.hasRows(world.database)).toBe(true));
    await report(company.dispute(order.page));
    await eventually(async () => expect(await booked(order.orderId)).toMatchObject({ dispute: -5_000 }));
    company.faults.refusingRefunds = false;
    world.advanceTime(600_000);
    const isWaiting = sql`SELECT FROM outbox WHERE kind = 'return-payment'`;
    await eventually(async () => expect(await isWaiting.hasRows(world.database)).toBe(false));
    expect(refundsOf(order)).toEqual([]);
  });

  it("[DISP-1] [G-3] leaves nothing to refund if the start fails", async () => {
    const order = await placeOrder({}, (chair) => goSilent(world, chair));
    await order.pay();
    await report(company.dispute(order.page));
    await eventually(async () => expect(await booked(order.orderId)).toMatchObject({ dispute: -5_000 }));
    await passDeadlines(world, order.orderId);
    await order.reaches(order.orderId, "failed");
    const isRequested = sql`SELECT FROM refund WHERE order_id = ${order.orderId}`;
    expect(await isRequested.hasRows(world.database)).toBe(false);
  });

  it("[DISP-1] [G-3] refunds a failed order once it is won, if its refund had ended or was never requested", async () => {
    company.faults.refusingRefunds = true;
    const ended = await placeOrder({ faults: { refuse: "motorHot" } });
    await ended.pay();
    await ended.reaches(ended.orderId, "failed");
    const neverRequested = await placeOrder({}, (chair) => goSilent(world, chair));
    await neverRequested.pay();
    const disputes = [ended, neverRequested].map(({ page }) => company.dispute(page));
    for (const dispute of disputes) await report(dispute);
    for (const { orderId } of [ended, neverRequested])
      await eventually(async () => expect(await booked(orderId)).toMatchObject({ dispute: -5_000 }));
    await passDeadlines(world, neverRequested.orderId);
    await neverRequested.reaches(neverRequested.orderId, "failed");
    company.faults.refusingRefunds = false;
    for (const dispute of disputes) {
      dispute.state = "won";
      await report(dispute);
      await report(dispute);
    }
    for (const order of [ended, neverRequested]) {
      await order.reaches(order.orderId, "refunded");
      expect(await caseOf(order.orderId)).toBeNull();
      expect(refundsOf(order)).toMatchObject([{ amountMinor: 5_000 }]);
      expect(await booked(order.orderId)).toMatchObject({ refund: -5_000 });
    }
  });

  it("[DISP-3] books a refund that is made in the console after it was lost, with a case", async () => {
    const order = await completedOrder();
    await report(company.dispute(order.page, "lost"));
    await eventually(async () => expect(await booked(order.orderId)).toMatchObject({ dispute: -5_000 }));
    const made = company.refundInConsole(order.page, 2_000);
    await deliver(company.refundWebhook(made, randomUUID()));
    await eventually(async () => expect(await booked(order.orderId)).toMatchObject({ refund: -2_000 }));
    expect(await excessCaseOf(order.orderId)).toMatchObject({
      refundRef: made.ref,
      amountMinor: 2_000,
      paidMinor: 5_000,
      returnedMinor: 0,
      disputedMinor: 5_000,
    });
  });

  it("[DISP-3] books a refund that the provider was making when it ended the refund, with a case", async () => {
    const order = await completedOrder();
    const refundCalls = () =>
      [...company.calls].reduce(
        (sum, [call, count]) => sum + (/^POST .*\/refunds$/.test(call) ? count : 0),
        0,
      );
    const before = refundCalls();
    company.faults.slowMs = 2_000;
    await give(order.orderId);
    await eventually(async () => expect(refundCalls()).toBe(before + 1));
    company.faults.slowMs = 0;
    await report(company.dispute(order.page));
    const isEnded = sql`SELECT FROM refund WHERE order_id = ${order.orderId} AND amount_minor = 0`;
    await eventually(async () => expect(await isEnded.hasRows(world.database)).toBe(true));
    await eventually(async () => expect(refundsOf(order)).toHaveLength(1));
    const [made] = refundsOf(order) as [CompanyRefund];
    await deliver(company.refundWebhook(made, randomUUID()));
    await eventually(async () => expect(await booked(order.orderId)).toMatchObject({ refund: -5_000 }));
    expect(await excessCaseOf(order.orderId)).toMatchObject({ refundRef: made.ref, disputedMinor: 5_000 });
  });

  it("[DISP-1] is booked even if it is reported before its payment", async () => {
    const order = await placeOrder();
    order.page.state = "paid";
    const dispute = company.dispute(order.page, "lost");
    await report(dispute);
    const expected = withoutZero({ dispute: -5_000, disputeFee: -fee, payment: 5_000 });
    await eventually(async () => expect(await booked(order.orderId)).toEqual(expected));
    await order.reaches(order.orderId, "completed");
  });

  it("[DISP-1] [HOME-1] is shown beside the income, which stays the same", async () => {
    const own = await makePricedOutlet(world.owner);
    const manager = await makeManager(world.owner, { outletIds: [own.outletId] });
    const read = { "access-token": manager.token, "timezone-offset": "480" };
    const before = outlet;
    outlet = own;
    const order = await completedOrder().finally(() => {
      outlet = before;
    });
    await report(company.dispute(order.page));
    const sums = { online: 5_000, cash: 0, total: 5_000, disputes: -5_000 - fee };
    await eventually(async () =>
      expect((await call(world.http, incomeToday, {}, read)).data?.totals).toEqual([
        { currency: "PHP", ...sums },
      ]),
    );
    const today = { range: "today" };
    const area = (await call(world.http, areaReport, { ...today, areaId: own.outletId }, read)).data;
    expect(area?.totals).toEqual([{ currency: "PHP", ...sums }]);
    expect(area?.devices).toMatchObject([sums]);
    const sumOf = async (fields: Record<string, string>) => {
      const { data } = await call(world.http, incomeEntries, { ...today, ...fields }, read);
      expect(data?.total).toBe(data?.items.length);
      return data?.items.reduce((sum, { amount }) => sum + amount, 0);
    };
    expect(await sumOf({})).toBe(5_000);
    expect(await sumOf({ channel: "dispute" })).toBe(sums.disputes);
  });
});
