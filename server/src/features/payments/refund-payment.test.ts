import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock as clock } from "#platform/time/clock.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { createPayments, type PaymentProvider, type RefundRecord, returnPaymentJob } from "./index.ts";
import { stuckAfterAttempts } from "./refund-payment.ts";
import { soleWorker } from "#test/app/outbox-context.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const never = () => {
  throw new Error("nobody asks for this here");
};

/** A payment company that takes money, and gives none back until it is told to. */
async function stubbornReturn() {
  let refuses = true;
  const asked: string[] = [];
  const lookedFor: boolean[] = [];
  const provider: PaymentProvider = {
    name: "stubborn",
    takes: () => true,
    ask: never,
    close: never,
    askRefund: never,
    readNews: never,
    begin: async ({ paymentId }) => ({ providerRef: paymentId, redirectUrl: null, qrText: null }),
    giveBack: async ({ refundId, mayBeForgotten }) => {
      asked.push(refundId);
      lookedFor.push(mayBeForgotten);
      if (refuses) throw new Error("not today");
      return { refundRef: `ref-${refundId}`, state: "returned" };
    },
  };
  const told: { news: string; refund: RefundRecord }[] = [];
  const payments = createPayments({ database: test.database, clock, providers: [provider], wake: () => {} });
  payments.addListener({
    settled: never,
    mismatched: never,
    returned: async (_tx, refund) => void told.push({ news: "returned", refund }),
    returnStuck: async (_tx, refund) => void told.push({ news: "stuck", refund }),
  });
  const outletId = await makeOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, { outletId });
  const orderId = await makeOrder(test.owner, { deviceId, outletId, status: "completed" });
  const amount = { orderId, amountMinor: 5_000, currency: "PHP" } as const;
  const refundId = await test.database.transaction().execute(async (tx) => {
    const paymentId = await payments.propose(tx, { ...amount, provider: "stubborn", expiresAt: clock.now() });
    await payments.keep(tx, paymentId, { providerRef: randomUUID(), redirectUrl: null, qrText: null });
    await payments.requestReturn(tx, { ...amount, paymentId, reason: "startFailed" });
    const { refund_id } = await tx
      .selectFrom("refund")
      .select("refund_id")
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    return refund_id;
  });
  const job = (attempts: number) =>
    payments.jobs[returnPaymentJob](
      {
        outboxId: 1,
        kind: returnPaymentJob,
        subject: refundId,
        payload: {},
        attempts,
        claim: randomUUID(),
      },
      soleWorker,
    );
  return { job, told, asked, lookedFor, refundId, relent: () => void (refuses = false) };
}

it("[G-3] [START-5] a return that is refused again and again is shown to a person once, and still asked for", async () => {
  const { job, told, asked, refundId, relent } = await stubbornReturn();
  for (let attempts = 1; attempts <= stuckAfterAttempts + 2; attempts += 1)
    await expect(job(attempts)).rejects.toThrow("not today");
  expect(told).toMatchObject([{ news: "stuck", refund: { refundId, state: "needsAttention" } }]);
  relent();
  await job(stuckAfterAttempts + 3);
  await job(stuckAfterAttempts + 4);
  expect(told.map(({ news }) => news)).toEqual(["stuck", "returned"]);
  // The same refund by its own key each time, and not asked for any more once it is back.
  expect(new Set(asked)).toEqual(new Set([refundId]));
  expect(asked).toHaveLength(stuckAfterAttempts + 3);
});

it("[G-3] what was asked for long ago is looked for before it is asked for again", async () => {
  const { job, lookedFor, refundId } = await stubbornReturn();
  await expect(job(1)).rejects.toThrow("not today");
  await sql`
    UPDATE refund SET requested_at = requested_at - interval '1 day' WHERE refund_id = ${refundId}`.execute(
    test.owner,
  );
  await expect(job(2)).rejects.toThrow("not today");
  expect(lookedFor).toEqual([false, true]);
});
