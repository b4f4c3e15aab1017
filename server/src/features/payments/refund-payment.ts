import type { Clock } from "#platform/time/clock.ts";
import type { Database, Transaction } from "#platform/postgres/database.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { enqueue, type OutboxContext, type OutboxHandler } from "#platform/jobs/outbox.ts";
import { transact } from "#platform/postgres/transactions.ts";
import type { PaymentProvider, RefundReport } from "./payment-provider.ts";
import {
  countRefundLook,
  findPayment,
  findRefund,
  keepRefused,
  keepRefundRef,
  moveRefund,
  type RefundRecord,
} from "./payments-store.ts";
import type { PaymentListener } from "./settle-payment.ts";

export const returnPaymentJob = "return-payment";

/** After so many refusals, half a minute by the outbox's pauses, a person is told; asking goes on. */
export const stuckAfterAttempts = 8;

/** Stripe keeps keys for a day at least, Xendit does not say how long; looking early costs one call. */
const keysKnownMs = 3_600_000;

const firstLookMs = 60_000;
const longestLookMs = 6 * 3_600_000;

/** Milliseconds until a refund under way is looked at again: a minute, two, four … six hours. */
export const lookAgainMs = (looked: number): number =>
  Math.min(firstLookMs * 2 ** Math.min(looked, 20), longestLookMs);

/**
 * Asks the provider for a refund, outside any transaction; repeated until the provider says that it has it, and looked
 * at again until the money is back. Its own idempotency key makes a repetition harmless; one that is asked for after the
 * provider has said that the former failed has another.
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
  async function askProvider(refund: RefundRecord): Promise<RefundReport> {
    const payment = refund.paymentId === null ? null : await findPayment(database, refund.paymentId);
    if (payment?.providerRef == null) throw new Error(`refund ${refund.refundId} has no payment to return`);
    const provider = providerNamed(payment.provider);
    if (refund.providerRef !== null) return provider.askRefund(refund.providerRef);
    const { amountMinor, currency, refusedRef } = refund;
    const refundId = refusedRef === null ? refund.refundId : `${refund.refundId}-${refusedRef}`;
    const mayBeForgotten = clock.now().getTime() - refund.requestedAt.getTime() > keysKnownMs;
    const { providerRef } = payment;
    return provider.giveBack({ refundId, providerRef, amountMinor, currency, mayBeForgotten });
  }

  async function note(
    refund: Pick<RefundRecord, "refundId" | "providerRef">,
    state: "returned" | "onItsWay" | "needsAttention",
    looked: number,
    { confirmLease }: OutboxContext,
  ): Promise<void> {
    const { refundId } = refund;
    await transact(database, async (tx) => {
      await confirmLease(tx);
      const now = clock.now();
      const moved = await moveRefund(tx, refund, state, now);
      if (moved !== null) {
        for (const listener of listeners) {
          if (state === "returned") await listener.returned(tx, moved, now);
          if (state === "needsAttention") await listener.returnStuck(tx, moved, now);
        }
      }
      // A repeated look begins no second series of looks.
      if (state === "onItsWay" && (await countRefundLook(tx, refundId, looked))) {
        const dueAt = new Date(now.getTime() + lookAgainMs(looked));
        await enqueue(tx, {
          kind: returnPaymentJob,
          subject: refundId,
          payload: { looked: looked + 1 },
          dueAt,
        });
      }
    });
  }

  /** Keeps the provider's name for the refund before anything else becomes of it, so that it is never asked for twice. */
  async function keepReport(tx: Transaction, refund: RefundRecord, report: RefundReport): Promise<void> {
    const { refundId } = refund;
    const { refundRef: providerRef, state } = report;
    if (refund.providerRef === null && !(await keepRefundRef(tx, refund, providerRef)))
      throw new Error(`refund ${refundId} was asked for by two at once`);
    if (state === "refused") await keepRefused(tx, refundId, providerRef);
  }

  return async ({ subject: refundId, attempts, payload }, context) => {
    const { looked = 0 } = payload as { looked?: number };
    const refund = await findRefund(database, refundId);
    if (refund === null || refund.state === "returned") return;
    failPoint("refund.before-call");
    const report = await askProvider(refund).catch(async (error: unknown) => {
      if (attempts >= stuckAfterAttempts) await note(refund, "needsAttention", looked, context);
      throw error;
    });
    failPoint("refund.after-call");
    await transact(database, async (tx) => {
      await context.confirmLease(tx);
      await keepReport(tx, refund, report);
    });
    const state = report.state === "refused" ? "needsAttention" : report.state;
    await note({ refundId, providerRef: report.refundRef }, state, looked, context);
    failPoint("refund.committed");
    wake();
  };
}
