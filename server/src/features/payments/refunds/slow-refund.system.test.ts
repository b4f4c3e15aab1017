import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock as clock } from "#platform/time/clock.ts";
import { silentLog } from "#platform/logging/log.ts";
import { createOutboxWorker } from "#platform/jobs/outbox.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { createPayments, type PaymentProvider } from "#features/payments/index.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const unused = () => {
  throw new Error("unexpected call");
};

it("[G-3] only one worker requests a refund from the provider, even if the request takes longer than the lease", async () => {
  let concurrent = 0;
  let maxConcurrent = 0;
  let calls = 0;
  const answer = Promise.withResolvers<void>();
  const provider: PaymentProvider = {
    name: "slow",
    supports: () => true,
    getStatus: async (providerRef) => ({
      providerRef,
      paymentId: null,
      state: "open",
      amountMinor: 5_000,
      currency: "PHP",
      transactionRef: null,
    }),
    expire: unused,
    getRefundStatus: unused,
    parseWebhook: unused,
    records: null,
    openPage: unused,
    refund: async ({ requestKey }) => {
      calls += 1;
      concurrent += 1;
      maxConcurrent = Math.max(maxConcurrent, concurrent);
      await answer.promise;
      concurrent -= 1;
      return { refundRef: `ref-${requestKey}`, state: "returned" };
    },
  };
  const { database } = test;
  const payments = createPayments({ database, clock, providers: [provider], wake: () => {} });
  const returned: string[] = [];
  payments.addListener({
    settled: unused,
    mismatched: unused,
    refunded: async (_tx, { refundId }) => void returned.push(refundId),
    refundStuck: unused,
    refundReported: unused,
    disputed: () => {
      throw new Error("no dispute");
    },
  });
  const outletId = await makeOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, { outletId });
  const orderId = await makeOrder(test.owner, { deviceId, outletId, status: "completed" });
  const amount = { orderId, amountMinor: 5_000, currency: "PHP" } as const;
  await transact(database, async (uow) => {
    const paymentId = await payments.create(uow, { ...amount, provider: "slow", expiresAt: clock.now() });
    await payments.storePage(uow, paymentId, { providerRef: randomUUID(), redirectUrl: null, qrText: null });
    await payments.requestRefund(uow, { ...amount, paymentId, reason: "startFailed" });
  });
  const leaseMs = 1_000;
  const dependencies = { database, clock, log: silentLog, handlers: payments.jobs, leaseMs, pollMs: 10 };
  const workers = [createOutboxWorker(dependencies), createOutboxWorker(dependencies)];
  for (const worker of workers) worker.start();

  await expect.poll(() => calls).toBe(1);
  const startMs = clock.now().getTime();
  // Three times the lease is longer than a stall of the machine, so only a missing renewal could let the lease expire.
  await expect.poll(() => clock.now().getTime() - startMs, { timeout: 30_000 }).toBeGreaterThan(3 * leaseMs);
  answer.resolve();
  await expect.poll(() => returned).toHaveLength(1);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect({ calls, maxConcurrent }).toEqual({ calls: 1, maxConcurrent: 1 });
  const left = await sql`SELECT FROM outbox WHERE kind = 'return-payment'`.execute(database);
  expect(left.rows).toEqual([]);
});
