import { failPoint } from "#platform/processes/fail-points.ts";
import { enqueue, type OutboxContext, type OutboxHandler } from "#platform/jobs/outbox.ts";
import type { RefundReport } from "#features/payments/payment-provider.ts";
import { findPayment } from "#features/payments/payments-store.ts";
import {
  countRefundCheck,
  findRefund,
  moveRefund,
  recordFailureAfterReturn,
  type RefundRecord,
  storeRefundRef,
  storeRejectedRefundRef,
} from "./refunds-store.ts";
import type { PaymentDependencies } from "#features/payments/settle-payment.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export const refundPaymentJob = "return-payment";

/** After this many failures (half a minute with the outbox's delays), an operator is notified; retries continue. */
export const stuckAfterAttempts = 8;

/**
 * Age of a refund from which an earlier request is searched for before another one is made, because the provider may
 * have forgotten the idempotency key. Stripe stores keys for at least a day; Xendit states no time. An unnecessary
 * search costs one call.
 */
const keysExpireAfterMs = 3_600_000;

const firstCheckMs = 60_000;
const maxDelayMs = 6 * 3_600_000;

/**
 * Milliseconds until the next check of a pending refund: `firstCheckMs`, doubled after each check, up to `maxDelayMs`.
 */
const refundCheckDelayMs = (checks: number): number =>
  Math.min(firstCheckMs * 2 ** Math.min(checks, 20), maxDelayMs);

/**
 * The job's payload in the outbox. `checks`: number of earlier checks. `hasChanged`: a webhook has reported a change of
 * the refund.
 */
interface RefundPayload {
  readonly checks?: number;
  readonly looked?: number;
  readonly hasChanged?: boolean;
}

/**
 * Creates the job that requests a refund from the provider, outside any transaction. The job is retried until the
 * provider has accepted the refund. The job then checks the refund until the provider reports it as paid or failed. The
 * idempotency key makes retries harmless. A refund that is requested again, because the provider reported the previous
 * request as failed, has another key.
 */
export function createRefundPayment({
  database,
  clock,
  wake,
  findProvider,
  listeners,
}: PaymentDependencies): OutboxHandler {
  async function requestOrCheck(refund: RefundRecord): Promise<RefundReport> {
    const payment = refund.paymentId === null ? null : await findPayment(database, refund.paymentId);
    if (payment?.providerRef == null) throw new Error(`refund ${refund.refundId} has no payment`);
    const provider = findProvider(payment.provider);
    if (refund.providerRef !== null) return provider.getRefundStatus(refund.providerRef);
    const { amountMinor, currency, refusedRef } = refund;
    const refundId = refusedRef === null ? refund.refundId : `${refund.refundId}-${refusedRef}`;
    const keyMayHaveExpired = clock.now().getTime() - refund.requestedAt.getTime() > keysExpireAfterMs;
    const { providerRef } = payment;
    return provider.refund({ refundId, providerRef, amountMinor, currency, keyMayHaveExpired });
  }

  async function updateState(
    refund: Pick<RefundRecord, "refundId" | "providerRef">,
    state: "returned" | "onItsWay" | "needsAttention",
    checks: number,
    { confirmLease }: OutboxContext,
  ): Promise<void> {
    const { refundId } = refund;
    await transact(database, async (uow) => {
      await confirmLease(uow);
      const now = clock.now();
      const moved = await moveRefund(uow, refund, state, now);
      if (moved !== null)
        for (const listener of listeners) {
          if (state === "returned") await listener.refunded(uow, moved, now);
          if (state === "needsAttention") await listener.refundStuck(uow, moved, now);
        }
      // Each check number schedules the next check only once, so a retry starts no second series of checks.
      if (state === "onItsWay" && (await countRefundCheck(uow, refundId, checks))) {
        const dueAt = new Date(now.getTime() + refundCheckDelayMs(checks));
        enqueue(uow, { kind: refundPaymentJob, subject: refundId, payload: { checks: checks + 1 }, dueAt });
      }
    });
  }

  /**
   * Stores the provider's reference before the state, so that a retry of the job fetches the status of the refund
   * instead of requesting it again.
   */
  async function storeReport(uow: UnitOfWork, refund: RefundRecord, report: RefundReport): Promise<void> {
    const { refundId } = refund;
    const { refundRef: providerRef, state } = report;
    if (refund.providerRef === null && !(await storeRefundRef(uow, refund, providerRef)))
      throw new Error(`refund ${refundId} was requested or restarted concurrently`);
    if (state === "refused") await storeRejectedRefundRef(uow, refundId, providerRef);
  }

  /** Notifies the listeners if a refund has failed that the provider had reported as paid. */
  async function checkReturned(refund: RefundRecord, { confirmLease }: OutboxContext): Promise<void> {
    if (refund.providerRef === null || (await requestOrCheck(refund)).state !== "refused") return;
    await transact(database, async (uow) => {
      await confirmLease(uow);
      const failed = await recordFailureAfterReturn(uow, refund);
      if (failed !== null)
        for (const listener of listeners) await listener.refundStuck(uow, failed, clock.now());
    });
    wake();
  }

  return async ({ subject: refundId, attempts, payload }, context) => {
    // Jobs that an earlier version enqueued name the number of checks `looked`.
    const { looked = 0, checks = looked, hasChanged = false } = payload as RefundPayload;
    const refund = await findRefund(database, refundId);
    if (refund === null) return;
    // Only a webhook causes another call for a returned refund: a bank may reject it weeks after the provider paid it.
    if (refund.state === "returned") return hasChanged ? checkReturned(refund, context) : undefined;
    failPoint("refund.before-call");
    const report = await requestOrCheck(refund).catch(async (error: unknown) => {
      if (attempts >= stuckAfterAttempts) await updateState(refund, "needsAttention", checks, context);
      throw error;
    });
    failPoint("refund.after-call");
    await transact(database, async (uow) => {
      await context.confirmLease(uow);
      await storeReport(uow, refund, report);
    });
    const state = report.state === "refused" ? "needsAttention" : report.state;
    await updateState({ refundId, providerRef: report.refundRef }, state, checks, context);
    failPoint("refund.committed");
    wake();
  };
}
