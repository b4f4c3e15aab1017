import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/database.ts";
import { failPoint } from "#platform/fail-points.ts";
import type { OutboxHandler } from "#platform/outbox.ts";
import { transact } from "#platform/transactions.ts";
import type { PaymentListener } from "./index.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import { findPayment, findRefund, moveRefund, type RefundRecord } from "./payments-store.ts";

/** After so many refusals, half a minute by the outbox's pauses, a person is told; asking goes on. */
export const stuckAfterAttempts = 8;

/**
 * Asks the provider for a refund, outside any transaction; repeated until the provider says that it has it. Its own
 * idempotency key makes a repetition harmless.
 */
export function createReturnPayment({
  database,
  clock,
  wake,
  providerNamed,
  listeners,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly wake: () => void;
  readonly providerNamed: (name: string) => PaymentProvider;
  readonly listeners: readonly PaymentListener[];
}): OutboxHandler {
  async function askProvider(refund: RefundRecord): Promise<"returned" | "onItsWay"> {
    const payment = refund.paymentId === null ? null : await findPayment(database, refund.paymentId);
    if (payment?.providerRef == null) throw new Error(`refund ${refund.refundId} has no payment to return`);
    return providerNamed(payment.provider).giveBack({
      refundId: refund.refundId,
      providerRef: payment.providerRef,
      amountMinor: refund.amountMinor,
      currency: refund.currency,
    });
  }

  async function note(refundId: string, state: "returned" | "onItsWay" | "needsAttention"): Promise<void> {
    await transact(database, async (tx) => {
      const now = clock.now();
      const moved = await moveRefund(tx, refundId, state, now);
      if (moved === null) return;
      for (const listener of listeners) {
        if (state === "returned") await listener.returned(tx, moved, now);
        if (state === "needsAttention") await listener.returnStuck(tx, moved, now);
      }
    });
  }

  return async ({ subject: refundId, attempts }) => {
    const refund = await findRefund(database, refundId);
    if (refund === null || refund.state === "returned") return;
    failPoint("refund.before-call");
    const state = await askProvider(refund).catch(async (error: unknown) => {
      if (attempts >= stuckAfterAttempts) await note(refundId, "needsAttention");
      throw error;
    });
    failPoint("refund.after-call");
    await note(refundId, state);
    failPoint("refund.committed");
    wake();
  };
}
