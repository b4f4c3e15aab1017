import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { manualClock } from "#platform/time/clock.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { createPayments, type PaymentProvider } from "./index.ts";
import { soleWorker } from "#test/app/outbox-context.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const never = () => {
  throw new Error("nobody asks for this here");
};

/** A payment and a refund that stay under way for as long as one looks. */
async function openSlowCompany() {
  const { database } = test;
  const clock = manualClock(new Date("2026-11-21T08:00:00Z"));
  const provider: PaymentProvider = {
    name: "slow",
    takes: () => true,
    close: never,
    readNews: never,
    ask: async (providerRef) => ({
      providerRef,
      paymentId: providerRef,
      state: "open",
      amountMinor: 5_000,
      currency: "PHP",
    }),
    begin: async ({ paymentId }) => ({ providerRef: paymentId, redirectUrl: null, qrText: null }),
    giveBack: async ({ refundId }) => ({ refundRef: `ref-${refundId}`, state: "onItsWay" }),
    askRefund: async (refundRef) => ({ refundRef, state: "onItsWay" }),
  };
  const payments = createPayments({ database, clock, providers: [provider], wake: () => {} });
  const outletId = await makeOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, { outletId });
  const orderId = await makeOrder(test.owner, { deviceId, outletId, status: "completed" });
  const amount = { orderId, amountMinor: 5_000, currency: "PHP" } as const;
  const expiresAt = new Date(clock.now().getTime() + 3_600_000);
  const paymentId = await database
    .transaction()
    .execute((tx) => payments.propose(tx, { ...amount, provider: "slow", expiresAt }));
  await database
    .transaction()
    .execute((tx) =>
      payments.keep(tx, paymentId, { providerRef: paymentId, redirectUrl: null, qrText: null }),
    );
  return { clock, payments, amount, paymentId };
}

/** What waits of this kind, taken out of the outbox. */
async function takeJobs(kind: string): Promise<{ subject: string; payload: unknown; dueAt: Date }[]> {
  const { rows } = await sql<{ subject: string; payload: unknown; dueAt: Date }>`
    DELETE FROM outbox WHERE kind = ${kind} RETURNING subject, payload, due_at AS "dueAt"`.execute(
    test.owner,
  );
  return rows;
}

it.each(["check-payment", "return-payment"] as const)(
  "[START-6] a repeated %s leaves one more look to come, not two",
  async (kind) => {
    const { clock, payments, amount, paymentId } = await openSlowCompany();
    if (kind === "return-payment")
      await test.database
        .transaction()
        .execute((tx) => payments.requestReturn(tx, { ...amount, paymentId, reason: randomUUID() }));
    let waiting = await takeJobs(kind);
    for (let look = 0; look < 6; look += 1) {
      expect(waiting).toHaveLength(1);
      const [job] = waiting as [(typeof waiting)[number]];
      clock.set(job.dueAt);
      const leased = { ...job, kind, outboxId: look, attempts: 1, claim: randomUUID() };
      // The server died before the job was deleted, or another took it for dead: both do it.
      await payments.jobs[kind](leased, soleWorker);
      await payments.jobs[kind](leased, soleWorker);
      const next = await takeJobs(kind);
      expect(next.every(({ dueAt }) => dueAt > clock.now())).toBe(true);
      waiting = next;
    }
    await takeJobs("check-payment");
  },
);
