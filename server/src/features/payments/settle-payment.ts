import type { Clock } from "#platform/time/clock.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import type { PaymentReport } from "./payment-provider.ts";
import { type PaymentRecord, type RefundRecord, settle } from "./payments-store.ts";

export type PaymentOutcome = "confirmed" | "refused";

/** Told in the transaction in which it happens; what a listener writes is committed with it. */
export interface PaymentListener {
  settled(tx: Transaction, payment: PaymentRecord, outcome: PaymentOutcome, at: Date): Promise<void>;
  /** The provider took another sum than was asked for: nothing is booked, a person has to look. */
  mismatched(tx: Transaction, payment: PaymentRecord, report: PaymentReport, at: Date): Promise<void>;
  returned(tx: Transaction, refund: RefundRecord, at: Date): Promise<void>;
  /** The provider has refused a return again and again; it is still asked, but a person should know. */
  returnStuck(tx: Transaction, refund: RefundRecord, at: Date): Promise<void>;
}

interface Parts {
  readonly clock: Clock;
  readonly listeners: readonly PaymentListener[];
}

/** Once a payment, whatever a provider repeats; money that comes after a refusal is still money. */
export async function settlePayment(
  tx: Transaction,
  { clock, listeners }: Parts,
  paymentId: string,
  outcome: PaymentOutcome,
): Promise<void> {
  const now = clock.now();
  const payment = await settle(tx, paymentId, outcome, now);
  if (payment === null) return;
  for (const listener of listeners) await listener.settled(tx, payment, outcome, now);
}

const isOurs = (payment: PaymentRecord, report: PaymentReport): boolean =>
  report.providerRef === payment.providerRef &&
  report.paymentId === payment.paymentId &&
  report.amountMinor === payment.amountMinor &&
  report.currency === payment.currency;

/** Takes a provider's word for a payment, as far as it is about that payment and that sum. */
export async function believeReport(
  tx: Transaction,
  parts: Parts,
  payment: PaymentRecord,
  report: PaymentReport,
): Promise<void> {
  if (report.state === "open") return;
  if (report.state === "over") return settlePayment(tx, parts, payment.paymentId, "refused");
  if (isOurs(payment, report)) return settlePayment(tx, parts, payment.paymentId, "confirmed");
  const now = parts.clock.now();
  for (const listener of parts.listeners) await listener.mismatched(tx, payment, report, now);
}
