import { failPoint } from "#platform/processes/fail-points.ts";
import { enqueue, type OutboxContext, type OutboxHandler } from "#platform/jobs/outbox.ts";
import {
  type PaymentProvider,
  RefundAnsweredError,
  type RefundReport,
  type RefundStatus,
} from "#features/payments/payment-provider.ts";
import { findPayment } from "#features/payments/payments-store.ts";
import { recordRefund, refundPaymentJob } from "./record-refund.ts";
import {
  countRefundCheck,
  findRefund,
  moveRefund,
  recordFailureAfterReturn,
  type RefundRecord,
  rotateRefundKey,
  storeRefundRef,
  storeRejectedRefundRef,
} from "./refunds-store.ts";
import type { PaymentDependencies } from "#features/payments/settle-payment.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** After this many failures (half a minute with the outbox's delays), an operator is notified; retries continue. */
export const stuckAfterAttempts = 8;

/**
 * After an error that does not exclude that the provider made the refund, only each attempt with a multiple of this number
 * changes the key. The provider may list the refund with a delay, and a new key would make it a second time. The first
 * such attempt and the next one, which reads the list again, are 8 and 16 seconds after the error.
 */
const attemptsPerKey = 6;

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
  readonly hasChanged?: boolean;
}

/** The idempotency key of the current request, which begins with the refund's ID. */
const requestKeyOf = ({ refundId, refusedRef, keyNumber }: RefundRecord): string =>
  [refundId, ...(refusedRef === null ? [] : [refusedRef]), ...(keyNumber === 0 ? [] : [keyNumber])].join("-");

/**
 * Creates the job that requests a refund from the provider, outside any transaction. The job is retried until the
 * provider has accepted the refund. The job then checks the refund until the provider reports it as paid or failed. The
 * idempotency key makes retries harmless. A request has another key if the provider reported the previous one as failed,
 * or answered it with an error and lists no refund with its key.
 */
export function createRefundPayment(dependencies: PaymentDependencies): OutboxHandler {
  const { database, clock, wake, findProvider, listeners } = dependencies;

  /**
   * Returns what the provider lists for requests of this refund, or null if it has made none. Records all other refunds
   * of the payment first, because a person may have made this one in the provider's console.
   */
  async function findListed(
    refund: RefundRecord,
    { name, records }: PaymentProvider,
    paymentRef: string,
  ): Promise<RefundStatus | null> {
    const listed = (await records?.listRefundsOf(paymentRef)) ?? [];
    // A request that was made before the refund was reduced has another amount, and is a refund of its own.
    const isOwn = ({ requestKey, amountMinor }: RefundReport) =>
      requestKey?.startsWith(refund.refundId) === true && amountMinor === refund.amountMinor;
    for (const report of listed)
      if (!isOwn(report)) await transact(database, (uow) => recordRefund(uow, dependencies, name, report));
    // A request with an earlier key may have been processed late; if it was refused, the current request counts.
    const own = listed.filter(
      (report) => isOwn(report) && (report.state !== "refused" || report.requestKey === requestKeyOf(refund)),
    );
    return own.find(({ state }) => state !== "refused") ?? own[0] ?? null;
  }

  async function findProviderOf(refund: RefundRecord) {
    const payment = refund.paymentId === null ? null : await findPayment(database, refund.paymentId);
    if (payment?.providerRef == null) throw new Error(`refund ${refund.refundId} has no payment`);
    return { provider: findProvider(payment.provider), paymentRef: payment.providerRef };
  }

  async function requestOrCheck(refund: RefundRecord, attempts: number): Promise<RefundStatus> {
    const { provider, paymentRef } = await findProviderOf(refund);
    if (refund.providerRef !== null) return provider.getRefundStatus(refund.providerRef);
    const { amountMinor, currency } = refund;
    const request = { requestKey: requestKeyOf(refund), providerRef: paymentRef, amountMinor, currency };
    return provider.refund(request).catch(async (error: unknown) => {
      if (!(error instanceof RefundAnsweredError)) throw error;
      const listed = await findListed(refund, provider, paymentRef);
      if (listed !== null) return listed;
      if (error.isRefused || attempts % attemptsPerKey === 0)
        await transact(database, (uow) => rotateRefundKey(uow, refund));
      throw error;
    });
  }

  /**
   * Requests a refund whose earlier request may have been processed: its response may be lost, the provider may have
   * forgotten the key, or a person may have made the refund in the provider's console.
   * @returns null if the refund is no longer needed
   */
  async function requestAgain(refund: RefundRecord, attempts: number): Promise<RefundStatus | null> {
    const { provider, paymentRef } = await findProviderOf(refund);
    const listed = await findListed(refund, provider, paymentRef);
    if (listed !== null) return listed;
    const current = await findRefund(database, refund.refundId);
    return current === null || current.state === "returned" ? null : requestOrCheck(current, attempts);
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
  async function storeReport(uow: UnitOfWork, refund: RefundRecord, report: RefundStatus): Promise<void> {
    const { refundId } = refund;
    const { refundRef: providerRef, state } = report;
    if (refund.providerRef === null && !(await storeRefundRef(uow, refund, providerRef)))
      throw new Error(`refund ${refundId} was requested, restarted, or reduced concurrently`);
    if (state === "refused") await storeRejectedRefundRef(uow, refundId, providerRef);
  }

  /** Notifies the listeners if a refund has failed that the provider had reported as paid. */
  async function checkReturned(refund: RefundRecord, { confirmLease }: OutboxContext): Promise<void> {
    if (refund.providerRef === null || (await requestOrCheck(refund, 1)).state !== "refused") return;
    await transact(database, async (uow) => {
      await confirmLease(uow);
      const failed = await recordFailureAfterReturn(uow, refund);
      if (failed !== null)
        for (const listener of listeners) await listener.refundStuck(uow, failed, clock.now());
    });
    wake();
  }

  return async ({ subject: refundId, attempts, payload }, context) => {
    const { checks = 0, hasChanged = false } = payload as RefundPayload;
    const refund = await findRefund(database, refundId);
    if (refund === null) return;
    // Only a webhook causes another call for a returned refund: a bank may reject it weeks after the provider paid it.
    if (refund.state === "returned") return hasChanged ? checkReturned(refund, context) : undefined;
    failPoint("refund.before-call");
    const mayExist =
      refund.providerRef === null &&
      (attempts > 1 || clock.now().getTime() - refund.requestedAt.getTime() > firstCheckMs);
    const report = await (mayExist ? requestAgain : requestOrCheck)(refund, attempts).catch(
      async (error: unknown) => {
        if (attempts >= stuckAfterAttempts) await updateState(refund, "needsAttention", checks, context);
        throw error;
      },
    );
    failPoint("refund.after-call");
    if (report === null) return wake();
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
