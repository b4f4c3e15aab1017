import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { PaymentProvider, PaymentReport, RefundReport } from "./payment-provider.ts";
import { type PaymentRecord, settle, storeTransactionRef } from "./payments-store.ts";
import type { DisputeRecord } from "./disputes/disputes-store.ts";
import type { RefundRecord } from "./refunds/refunds-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export type PaymentOutcome = "confirmed" | "refused";

/**
 * Methods that are called in the transaction that changes a payment or refund, so that what they write is committed
 * with the change.
 */
export interface PaymentListener {
  settled(uow: UnitOfWork, payment: PaymentRecord, outcome: PaymentOutcome, at: Date): Promise<void>;
  /**
   * The provider reports a payment as paid, but its reference, payment ID, amount, or currency differs. Nothing is
   * booked, and an operator has to decide.
   */
  mismatched(uow: UnitOfWork, payment: PaymentRecord, report: PaymentReport, at: Date): Promise<void>;
  refunded(uow: UnitOfWork, refund: RefundRecord, at: Date): Promise<void>;
  /** The provider reports a refund of a confirmed payment that this product has not requested. */
  refundReported(uow: UnitOfWork, payment: PaymentRecord, report: RefundReport, at: Date): Promise<void>;
  /**
   * The provider reports a dispute of a payment, possibly again.
   * @param stateBefore null if the dispute is new
   */
  disputed(
    uow: UnitOfWork,
    dispute: DisputeRecord,
    stateBefore: DisputeRecord["state"] | null,
    at: Date,
  ): Promise<void>;
  /**
   * The provider reported the refund as failed, or `stuckAfterAttempts` requests to the provider failed and retries
   * continue. If the state is `returned`, the provider had reported the refund as paid before it failed.
   */
  refundStuck(uow: UnitOfWork, refund: RefundRecord, at: Date): Promise<void>;
}

interface Dependencies {
  readonly clock: Clock;
  readonly listeners: readonly PaymentListener[];
}

export interface PaymentDependencies extends Dependencies {
  readonly database: Database;
  /** Called after a commit that enqueued jobs or events, so that the workers process them before their next poll. */
  readonly wake: () => void;
  readonly findProvider: (name: string) => PaymentProvider;
}

/**
 * Settles a payment. Each outcome is applied at most once, however often the provider reports it. A confirmation is
 * applied even after a refusal, but a refusal is not applied after a confirmation.
 */
export async function settlePayment(
  uow: UnitOfWork,
  { clock, listeners }: Dependencies,
  paymentId: string,
  outcome: PaymentOutcome,
): Promise<void> {
  const now = clock.now();
  const payment = await settle(uow, paymentId, outcome, now);
  if (payment === null) return;
  for (const listener of listeners) await listener.settled(uow, payment, outcome, now);
}

const matchesPayment = (payment: PaymentRecord, report: PaymentReport): boolean =>
  report.providerRef === payment.providerRef &&
  report.paymentId === payment.paymentId &&
  report.amountMinor === payment.amountMinor &&
  report.currency === payment.currency;

/**
 * Settles a payment by its provider's report. If the reference, ID, amount, or currency of a paid report differs, the
 * listeners are notified instead. A report of an open payment has no effect.
 */
export async function applyReport(
  uow: UnitOfWork,
  dependencies: Dependencies,
  payment: PaymentRecord,
  report: PaymentReport,
): Promise<void> {
  if (report.state === "open") return;
  if (report.state === "closed") return settlePayment(uow, dependencies, payment.paymentId, "refused");
  if (matchesPayment(payment, report)) {
    if (report.transactionRef !== null)
      await storeTransactionRef(uow, payment.paymentId, report.transactionRef);
    return settlePayment(uow, dependencies, payment.paymentId, "confirmed");
  }
  const now = dependencies.clock.now();
  for (const listener of dependencies.listeners) await listener.mismatched(uow, payment, report, now);
}
