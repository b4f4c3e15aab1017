import { enqueue, type OutboxHandler } from "#platform/jobs/outbox.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import { scheduleCheck } from "#features/payments/check-payment.ts";
import type { RefundReport } from "#features/payments/payment-provider.ts";
import { findReportedPayment } from "#features/payments/payments-store.ts";
import type { PaymentDependencies } from "#features/payments/settle-payment.ts";
import {
  findRefund,
  findRefundByRef,
  lockRefundsOf,
  refundIdLength,
  type RefundRecord,
} from "./refunds-store.ts";

export const refundPaymentJob = "return-payment";
export const fetchRefundJob = "fetch-refund";

/**
 * `known`: the refund is stored, is being requested by this product, or was refused. `unconfirmed`: this product does not
 * know yet that its payment was made.
 */
export type RecordedRefund = "known" | "recorded" | "unconfirmed" | "unknownPayment";

/**
 * Records a refund that the provider reports or lists, once. A refund that this product has not requested is passed to
 * the listeners; for any other, a job fetches the status if it has changed.
 */
export async function recordRefund(
  uow: UnitOfWork,
  { clock, listeners }: Pick<PaymentDependencies, "clock" | "listeners">,
  provider: string,
  report: RefundReport,
): Promise<RecordedRefund> {
  const now = clock.now();
  const known = await findRefundByRef(uow, report.refundRef);
  if (known !== null) {
    const payload = { hasChanged: true };
    if (known.state !== report.state)
      enqueue(uow, { kind: refundPaymentJob, subject: known.refundId, payload, dueAt: now });
    return "known";
  }
  if (report.state === "refused" || (await isBeingRequested(uow, report))) return "known";
  const payment = await findReportedPayment(uow, provider, report);
  if (payment === null) return "unknownPayment";
  if (payment.state !== "confirmed") {
    scheduleCheck(uow, payment.paymentId, now, { checks: 0 });
    return "unconfirmed";
  }
  // Refunds are locked before their order, as when their status changes. The fixed lock order prevents deadlocks.
  await lockRefundsOf(uow, payment.paymentId);
  for (const listener of listeners) await listener.refundReported(uow, payment, report, now);
  return "recorded";
}

/** Returns the refund of ours to which the key of a request belongs; null if it is not ours. */
export async function findRefundByKey(db: Querier, requestKey: string | null): Promise<RefundRecord | null> {
  const refundId = requestKey?.slice(0, refundIdLength) ?? "";
  return isUuid(refundId) ? findRefund(db, refundId) : null;
}

/**
 * Returns whether a job will store the response of this request, which the report has overtaken. It will not if the refund
 * was reduced after the request.
 */
async function isBeingRequested(db: Querier, { requestKey, amountMinor }: RefundReport): Promise<boolean> {
  const refund = await findRefundByKey(db, requestKey);
  return (
    refund !== null &&
    refund.providerRef === null &&
    refund.state !== "returned" &&
    refund.amountMinor === amountMinor
  );
}

/** Enqueues a job that fetches a refund from the provider and records it. */
export const scheduleRefundFetch = (
  uow: UnitOfWork,
  provider: string,
  refundRef: string,
  dueAt: Date,
): void => enqueue(uow, { kind: fetchRefundJob, subject: refundRef, payload: { provider }, dueAt });

/**
 * Creates the job for refunds whose webhook is only a hint or does not identify the payment. It is retried until the
 * payment is confirmed, because the webhook of a refund can overtake that of its payment.
 */
export function createFetchRefund(dependencies: PaymentDependencies): OutboxHandler {
  const { database, wake, findProvider } = dependencies;
  return async ({ subject: refundRef, payload }, { confirmLease, log }) => {
    const { provider } = payload as { provider: string };
    const report = await findProvider(provider).records?.getRefund(refundRef);
    if (report === undefined) return;
    const outcome = await transact(database, async (uow) => {
      await confirmLease(uow);
      return recordRefund(uow, dependencies, provider, report);
    });
    wake();
    if (outcome === "unknownPayment")
      log.warn({ provider, refundRef }, "a provider reported a refund of an unknown payment");
    if (outcome === "unconfirmed") throw new Error(`the payment of refund ${refundRef} is not confirmed`);
  };
}
