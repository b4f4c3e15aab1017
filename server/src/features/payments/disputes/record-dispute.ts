import { enqueue, type OutboxHandler } from "#platform/jobs/outbox.ts";
import { scheduleCheck } from "#features/payments/check-payment.ts";
import { findReportedPayment } from "#features/payments/payments-store.ts";
import type { PaymentDependencies } from "#features/payments/settle-payment.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { addReport, type DisputeReport } from "./dispute-rules.ts";
import { type DisputeRecord, insertDispute, lockDispute, updateDispute } from "./disputes-store.ts";

export const fetchDisputeJob = "fetch-dispute";

/** `unconfirmed`: this product does not know yet that the payment was made. */
export type RecordedDispute = "recorded" | "unconfirmed" | "unknownPayment";

/** Records a report of a dispute and notifies the listeners. A repeated report changes nothing. */
export async function recordDispute(
  uow: UnitOfWork,
  { clock, listeners }: Pick<PaymentDependencies, "clock" | "listeners">,
  provider: string,
  report: DisputeReport,
): Promise<RecordedDispute> {
  const now = clock.now();
  const payment = await findReportedPayment(uow, provider, report);
  if (payment === null) return "unknownPayment";
  const { paymentId, orderId } = payment;
  if (payment.state !== "confirmed") {
    scheduleCheck(uow, paymentId, now, { checks: 0 });
    return "unconfirmed";
  }
  const withReport = (known: DisputeRecord | null): DisputeRecord => ({
    provider,
    disputeRef: report.disputeRef,
    paymentId,
    orderId,
    ...addReport(known, report, payment, now),
  });
  let before: DisputeRecord | null = null;
  let dispute = withReport(null);
  if (!(await insertDispute(uow, dispute))) {
    before = await lockDispute(uow, dispute);
    dispute = withReport(before);
    await updateDispute(uow, dispute);
  }
  for (const listener of listeners) await listener.disputed(uow, dispute, before?.state ?? null, now);
  return "recorded";
}

/** Enqueues a job that fetches a dispute from the provider and records it. */
export const scheduleDisputeFetch = (
  uow: UnitOfWork,
  provider: string,
  disputeRef: string,
  dueAt: Date,
): void => enqueue(uow, { kind: fetchDisputeJob, subject: disputeRef, payload: { provider }, dueAt });

/**
 * Creates the job for disputes whose webhook is only a hint or does not identify the payment. It is retried until the
 * payment is confirmed, because the webhook of a dispute can overtake that of its payment.
 */
export function createFetchDispute(dependencies: PaymentDependencies): OutboxHandler {
  const { database, wake, findProvider } = dependencies;
  return async ({ subject: disputeRef, payload }, { confirmLease, log }) => {
    const { provider } = payload as { provider: string };
    const report = await findProvider(provider).records?.getDispute(disputeRef);
    if (report === undefined) return;
    const outcome = await transact(database, async (uow) => {
      await confirmLease(uow);
      return recordDispute(uow, dependencies, provider, report);
    });
    wake();
    if (outcome === "unknownPayment")
      log.warn({ provider, disputeRef }, "a provider reported a dispute of an unknown payment");
    if (outcome === "unconfirmed") throw new Error(`the payment of dispute ${disputeRef} is not confirmed`);
  };
}
