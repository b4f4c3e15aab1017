import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { manualClock } from "#platform/time/clock.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { createPayments, type PaymentProvider } from "./index.ts";
import { soleWorker } from "#test/app/outbox-context.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const never = () => {
  throw new Error("unexpected call");
};

/** Creates a provider whose payments and refunds stay pending. */
async function openSlowCompany() {
  const { database } = test;
  const clock = manualClock(new Date("2026-11-21T08:00:00Z"));
  const provider: PaymentProvider = {
    name: "slow",
    supports: () => true,
    expire: never,
    parseWebhook: never,
    records: null,
    getStatus: async (providerRef) => ({
      providerRef,
      paymentId: providerRef,
      state: "open",
      amountMinor: 5_000,
      currency: "PHP",
      transactionRef: null,
    }),
    openPage: async ({ paymentId }) => ({ providerRef: paymentId, redirectUrl: null, qrText: null }),
    refund: async ({ requestKey }) => ({ refundRef: `ref-${requestKey}`, state: "onItsWay" }),
    getRefundStatus: async (refundRef) => ({ refundRef, state: "onItsWay" }),
  };
  const payments = createPayments({ database, clock, providers: [provider], wake: () => {} });
  const outletId = await makeOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, { outletId });
  const orderId = await makeOrder(test.owner, { deviceId, outletId, status: "completed" });
  const amount = { orderId, amountMinor: 5_000, currency: "PHP" } as const;
  const expiresAt = new Date(clock.now().getTime() + 3_600_000);
  const paymentId = await transact(database, (uow) =>
    payments.create(uow, { ...amount, provider: "slow", expiresAt }),
  );
  await transact(database, (uow) =>
    payments.storePage(uow, paymentId, { providerRef: paymentId, redirectUrl: null, qrText: null }),
  );
  return { clock, payments, amount, paymentId };
}

/** Removes the outbox jobs of this kind and returns them. */
async function removeJobs(kind: string): Promise<{ subject: string; payload: unknown; dueAt: Date }[]> {
  const { rows } = await sql<{ subject: string; payload: unknown; dueAt: Date }>`
    DELETE FROM outbox WHERE kind = ${kind} RETURNING subject, payload, due_at AS "dueAt"`.execute(
    test.owner,
  );
  return rows;
}

it.each(["check-payment", "return-payment"] as const)(
  "[START-6] a repeated %s schedules one further check, not two",
  async (kind) => {
    const { clock, payments, amount, paymentId } = await openSlowCompany();
    if (kind === "return-payment")
      await transact(test.database, (uow) =>
        payments.requestRefund(uow, { ...amount, paymentId, reason: randomUUID() }),
      );
    let pending = await removeJobs(kind);
    for (let check = 0; check < 6; check += 1) {
      expect(pending).toHaveLength(1);
      const [job] = pending as [(typeof pending)[number]];
      clock.set(job.dueAt);
      const leased = { ...job, kind, outboxId: check, attempts: 1, claim: randomUUID() };
      // As after a server was killed before it deleted the job, or after its lease expired, the job runs twice.
      await payments.jobs[kind](leased, soleWorker);
      await payments.jobs[kind](leased, soleWorker);
      const next = await removeJobs(kind);
      expect(next.every(({ dueAt }) => dueAt > clock.now())).toBe(true);
      pending = next;
    }
    await removeJobs("check-payment");
  },
);
