import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock as clock } from "#platform/time/clock.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import {
  createPayments,
  type PaymentProvider,
  type RefundRecord,
  refundPaymentJob,
  type RefundReport,
} from "#features/payments/index.ts";
import { RefundAnsweredError } from "#features/payments/payment-provider.ts";
import { recordRefund } from "./record-refund.ts";
import { stuckAfterAttempts } from "./refund-payment.ts";
import { restartRefund } from "./refunds-store.ts";
import { soleWorker } from "#test/app/outbox-context.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await sharedTestDatabase();
});
afterAll(() => test.close());

const listedRefund = {
  state: "returned",
  paymentRef: null,
  paymentId: null,
  amountMinor: 5_000,
  currency: "PHP",
  at: clock.now(),
} as const;

const never = () => {
  throw new Error("unexpected call");
};

/** Creates a payment provider whose refunds fail with an error, by default for lack of a connection, until `accept` is called. */
async function createUnreachableProvider(problem = new Error("not today")) {
  let isReachable = false;
  const requests: string[] = [];
  const listed: RefundReport[] = [];
  const provider: PaymentProvider = {
    name: "unreachable",
    supports: () => true,
    getStatus: never,
    expire: never,
    getRefundStatus: never,
    parseWebhook: never,
    openPage: async ({ paymentId }) => ({ providerRef: paymentId, redirectUrl: null, qrText: null }),
    refund: async ({ requestKey }) => {
      requests.push(requestKey);
      if (!isReachable) throw problem;
      return { refundRef: `ref-${requestKey}`, state: "returned" };
    },
    records: {
      getRefund: never,
      getDispute: () => {
        throw new Error("no dispute");
      },
      listRefundsOf: async () => listed,
      listPayments: never,
      listRefunds: never,
      listDisputes: never,
    },
  };
  const events: { event: string; refund: RefundRecord }[] = [];
  const payments = createPayments({ database: test.database, clock, providers: [provider], wake: () => {} });
  payments.addListener({
    settled: never,
    mismatched: never,
    refunded: async (_tx, refund) => void events.push({ event: "refunded", refund }),
    refundStuck: async (_tx, refund) => void events.push({ event: "stuck", refund }),
    refundReported: never,
    disputed: () => {
      throw new Error("no dispute");
    },
  });
  const outletId = await makeOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, { outletId });
  const orderId = await makeOrder(test.owner, { deviceId, outletId, status: "completed" });
  const amount = { orderId, amountMinor: 5_000, currency: "PHP" } as const;
  const { refundId, paymentId } = await transact(test.database, async (uow) => {
    const paymentId = await payments.create(uow, {
      ...amount,
      provider: "unreachable",
      expiresAt: clock.now(),
    });
    await payments.storePage(uow, paymentId, { providerRef: randomUUID(), redirectUrl: null, qrText: null });
    await payments.requestRefund(uow, { ...amount, paymentId, reason: "startFailed" });
    const { refund_id } = await sql<{
      refund_id: string;
    }>`SELECT refund_id FROM refund WHERE order_id = ${orderId}`.firstRow(uow);
    return { refundId: refund_id, paymentId };
  });
  const job = (attempts: number) =>
    payments.jobs[refundPaymentJob](
      {
        outboxId: 1,
        kind: refundPaymentJob,
        subject: refundId,
        payload: {},
        attempts,
        claim: randomUUID(),
      },
      soleWorker,
    );
  const accept = () => void (isReachable = true);
  return { provider, payments, job, events, requests, listed, refundId, paymentId, accept };
}

it("[G-3] [START-5] opens one case for a refund whose request fails repeatedly, and continues to retry it", async () => {
  const { job, events, requests, refundId, accept } = await createUnreachableProvider();
  for (let attempts = 1; attempts <= stuckAfterAttempts + 2; attempts += 1)
    await expect(job(attempts)).rejects.toThrow("not today");
  expect(events).toMatchObject([{ event: "stuck", refund: { refundId, state: "needsAttention" } }]);
  accept();
  await job(stuckAfterAttempts + 3);
  await job(stuckAfterAttempts + 4);
  expect(events.map(({ event }) => event)).toEqual(["stuck", "refunded"]);
  // All requests have the same key, and no request follows once the money is returned.
  expect(new Set(requests)).toEqual(new Set([refundId]));
  expect(requests).toHaveLength(stuckAfterAttempts + 3);
});

it("[G-3] does not request a refund again that the provider lists, even under an earlier key", async () => {
  const { job, events, requests, listed, refundId } = await createUnreachableProvider();
  await expect(job(1)).rejects.toThrow("not today");
  await sql`UPDATE refund SET key_number = 1 WHERE refund_id = ${refundId}`.execute(test.owner);
  listed.push({ ...listedRefund, refundRef: `late-${refundId}`, requestKey: refundId });
  await job(2);
  expect(requests).toEqual([refundId]);
  expect(events).toMatchObject([{ event: "refunded", refund: { providerRef: `late-${refundId}` } }]);
});

it("[G-3] requests a refund under another key at once after a refusal, but not after an error that leaves open whether it was made", async () => {
  const refused = await createUnreachableProvider(new RefundAnsweredError("balance too low", 400));
  for (const attempts of [1, 2]) await expect(refused.job(attempts)).rejects.toThrow("balance too low");
  expect(refused.requests).toEqual([refused.refundId, `${refused.refundId}-1`]);

  const { job, requests, listed, refundId, events, accept } = await createUnreachableProvider(
    new RefundAnsweredError("server error", 500),
  );
  for (let attempts = 1; attempts <= 7; attempts += 1)
    await expect(job(attempts)).rejects.toThrow("server error");
  expect(new Set(requests.slice(0, 6))).toEqual(new Set([refundId]));
  expect(requests[6]).toBe(`${refundId}-1`);
  // The provider lists the refund of the first request late.
  listed.push({ ...listedRefund, refundRef: `late-${refundId}`, requestKey: refundId });
  accept();
  await job(8);
  expect(requests).toHaveLength(7);
  expect(events).toMatchObject([{ event: "refunded", refund: { providerRef: `late-${refundId}` } }]);
});

it("[G-3] ignores the failure of an earlier request that is reported while an operator restarts the refund", async () => {
  const { provider, job, events, refundId, accept } = await createUnreachableProvider();
  await sql`
    UPDATE refund SET state = 'needsAttention', provider_ref = 'failed', refused_ref = 'failed'
    WHERE refund_id = ${refundId}`.execute(test.owner);
  provider.getRefundStatus = async (refundRef) => {
    expect(await transact(test.database, (uow) => restartRefund(uow, refundId))).toBe(true);
    return { refundRef, state: "refused" };
  };
  await job(1);
  const { state } = await sql<{ state: string }>`
    SELECT state FROM refund WHERE refund_id = ${refundId}`.firstRow(test.database);
  expect(state).toBe("requested");
  expect(events).toEqual([]);
  accept();
  await job(1);
  expect(events).toMatchObject([{ event: "refunded", refund: { refundId } }]);
});

it("[DISP-3] records a reported refund with the key of ours, but another amount, as a refund of its own", async () => {
  const { refundId, paymentId } = await createUnreachableProvider();
  await sql`UPDATE payment SET state = 'confirmed' WHERE payment_id = ${paymentId}`.execute(test.owner);
  const report = { ...listedRefund, paymentId, refundRef: `early-${refundId}`, requestKey: refundId };
  const record = (amountMinor: number) =>
    transact(test.database, (uow) =>
      recordRefund(uow, { clock, listeners: [] }, "unreachable", { ...report, amountMinor }),
    );
  expect(await record(5_000)).toBe("known");
  expect(await record(6_000)).toBe("recorded");
});

it("[DISP-3] takes a refund for one of ours if it was made before ours by the provider's clock, up to five minutes", async () => {
  const { payments, refundId, paymentId } = await createUnreachableProvider();
  const { requestedAt } = await sql<{ requestedAt: Date }>`
    SELECT requested_at AS "requestedAt" FROM refund WHERE refund_id = ${refundId}`.firstRow(test.database);
  const adopt = (minutesBefore: number) => {
    const at = new Date(requestedAt.getTime() - minutesBefore * 60_000);
    const made = { providerRef: `console-${refundId}`, amountMinor: 5_000, at };
    return transact(test.database, (uow) => payments.adoptRefund(uow, paymentId, made));
  };
  expect([await adopt(6), await adopt(4)]).toEqual([false, true]);
});
