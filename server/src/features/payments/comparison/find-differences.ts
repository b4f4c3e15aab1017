import type { Querier } from "#platform/postgres/database.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import type { DisputeReport } from "#features/payments/disputes/dispute-rules.ts";
import { findDispute } from "#features/payments/disputes/disputes-store.ts";
import {
  NotFoundAtProviderError,
  type PaymentProvider,
  type PaymentReport,
  type ProviderRecords,
  type RefundReport,
} from "#features/payments/payment-provider.ts";
import { findPayment, findPaymentByRef, findReportedPayment } from "#features/payments/payments-store.ts";
import { findRefundByKey } from "#features/payments/refunds/record-refund.ts";
import { findRefundByRef } from "#features/payments/refunds/refunds-store.ts";
import {
  findBookedPayments,
  findBookedRefunds,
  findOpenDisputes,
  type OwnMovement,
} from "./comparison-store.ts";

/**
 * `notBooked`: the provider made it, and this product has not booked it. `notMade`: this product booked it, and the
 * provider has not made it. `failed`: it failed after this product booked it. `amountDiffers`: amount or currency
 * differ. `unknownPayment`: this product opened the payment and does not know it any more, e.g. after a restore.
 */
type Problem = "notBooked" | "notMade" | "failed" | "amountDiffers" | "unknownPayment";

/** A bank may reject a refund this long after the provider reported it as paid. */
const refundFailureMs = 30 * 24 * 3_600_000;

/** A payment, refund, or dispute about which a provider and this product differ. */
export interface Difference {
  readonly provider: string;
  readonly kind: "payment" | "refund" | "dispute";
  /** The provider's ID of the payment page, of the refund, or of the dispute. */
  readonly ref: string;
  readonly problem: Problem;
  /** Null for an unknown payment. */
  readonly orderId: string | null;
  /** As the provider lists it; as booked, if the provider does not know it. */
  readonly amountMinor: number;
  readonly currency: string;
}

type Finding = Pick<Difference, "problem" | "orderId">;

/** A provider that has records of its own. */
export type ListingProvider = PaymentProvider & { readonly records: ProviderRecords };

export const isListing = (provider: PaymentProvider): provider is ListingProvider =>
  provider.records !== null;

/**
 * Compares what a provider lists with what this product has booked, in both directions, and yields the differences.
 * Payments that other systems make with the same account are skipped, and so is what the product may still be processing:
 * payments of orders that were open at `until`, and refunds that were made later.
 */
export async function* findDifferences(
  db: Querier,
  provider: ListingProvider,
  period: { readonly since: Date; readonly until: Date },
): AsyncGenerator<Difference> {
  const { name, records } = provider;
  const listedPayments = new Set<string>();
  for await (const report of records.listPayments(period.since)) {
    listedPayments.add(report.providerRef);
    const finding = report.state === "paid" ? await comparePayment(db, name, report, period.until) : null;
    if (finding !== null) yield differenceOf(name, "payment", report.providerRef, finding, report);
  }
  yield* findNotMade(
    { name, kind: "payment", listed: listedPayments },
    await findBookedPayments(db, name, period),
    async (ref) => (await provider.getStatus(ref)).state === "paid",
  );

  const listedRefunds = new Set<string>();
  for await (const report of records.listRefunds(new Date(period.since.getTime() - refundFailureMs))) {
    // A refund that failed after it was booked is not made.
    if (report.state !== "refused") listedRefunds.add(report.refundRef);
    const isRecent = report.at !== null && report.at > period.until;
    const finding = isRecent ? null : await compareRefund(db, name, report);
    if (finding !== null) yield differenceOf(name, "refund", report.refundRef, finding, report);
  }
  yield* findNotMade(
    { name, kind: "refund", listed: listedRefunds },
    await findBookedRefunds(db, name, period),
    async (ref) => (await records.getRefund(ref)).state !== "refused",
  );

  const listedDisputes = new Set<string>();
  for await (const report of records.listDisputes(period.since)) {
    listedDisputes.add(report.disputeRef);
    const { disputeRef, amountMinor, currency, disputedAt } = report;
    const isRecent = disputedAt !== null && disputedAt > period.until;
    const finding = isRecent ? null : await compareDispute(db, name, report);
    if (finding !== null)
      yield differenceOf(name, "dispute", disputeRef, finding, { amountMinor, currency: currency ?? "" });
  }
  // Disputes that were opened earlier may have been decided since.
  for (const own of await findOpenDisputes(db, name)) {
    if (listedDisputes.has(own.ref)) continue;
    const report = await nullIfNotFound(records.getDispute(own.ref));
    const notMade = { problem: "notMade", orderId: own.orderId } as const;
    const finding = report === null ? notMade : await compareDispute(db, name, report);
    if (finding !== null) yield differenceOf(name, "dispute", own.ref, finding, own);
  }
}

const differenceOf = (
  provider: string,
  kind: Difference["kind"],
  ref: string,
  finding: Finding,
  { amountMinor, currency }: Pick<Difference, "amountMinor" | "currency">,
): Difference => ({ provider, kind, ref, ...finding, amountMinor, currency });

async function comparePayment(
  db: Querier,
  provider: string,
  report: PaymentReport,
  until: Date,
): Promise<Finding | null> {
  const { providerRef, paymentId } = report;
  const payment = await findPaymentByRef(db, provider, providerRef);
  if (payment === null) {
    if (paymentId === null || !isUuid(paymentId)) return null;
    // If a payment has two pages, because a response was lost, only the stored one belongs to it.
    const ofOtherPage = await findPayment(db, paymentId);
    return ofOtherPage === null
      ? { problem: "unknownPayment", orderId: null }
      : { problem: "notBooked", orderId: ofOtherPage.orderId };
  }
  const { orderId } = payment;
  if (report.amountMinor !== payment.amountMinor || report.currency !== payment.currency)
    return { problem: "amountDiffers", orderId };
  const isOpen = payment.state === "created" && payment.expiresAt > until;
  return isOpen || payment.state === "confirmed" ? null : { problem: "notBooked", orderId };
}

async function compareRefund(db: Querier, provider: string, report: RefundReport): Promise<Finding | null> {
  const refund = await findRefundByRef(db, report.refundRef);
  if (refund !== null) {
    const { orderId, amountMinor, currency, state, refusedRef } = refund;
    if (amountMinor !== report.amountMinor || (report.currency !== "" && report.currency !== currency))
      return { problem: "amountDiffers", orderId };
    if (report.state === "refused" && state === "returned" && refusedRef !== report.refundRef)
      return { problem: "failed", orderId };
    return report.state === "returned" && state !== "returned" ? { problem: "notBooked", orderId } : null;
  }
  if (report.state !== "returned") return null;
  const payment = await findReportedPayment(db, provider, report);
  if (payment !== null) return { problem: "notBooked", orderId: payment.orderId };
  const isOurs = report.paymentId !== null || (await findRefundByKey(db, report.requestKey)) !== null;
  return isOurs ? { problem: "unknownPayment", orderId: null } : null;
}

async function compareDispute(db: Querier, provider: string, report: DisputeReport): Promise<Finding | null> {
  const dispute = await findDispute(db, { provider, disputeRef: report.disputeRef });
  if (dispute !== null)
    return dispute.state === report.state ? null : { problem: "notBooked", orderId: dispute.orderId };
  const payment = await findReportedPayment(db, provider, report);
  if (payment !== null) return { problem: "notBooked", orderId: payment.orderId };
  return report.paymentId === null ? null : { problem: "unknownPayment", orderId: null };
}

/** Yields what this product has booked although the provider neither lists it nor confirms it when it is fetched. */
async function* findNotMade(
  { name, kind, listed }: { name: string; kind: Difference["kind"]; listed: ReadonlySet<string> },
  booked: readonly OwnMovement[],
  isMade: (ref: string) => Promise<boolean>,
): AsyncGenerator<Difference> {
  for (const own of booked) {
    if (listed.has(own.ref)) continue;
    if ((await nullIfNotFound(isMade(own.ref))) !== true)
      yield differenceOf(name, kind, own.ref, { problem: "notMade", orderId: own.orderId }, own);
  }
}

const nullIfNotFound = <T>(pending: Promise<T>): Promise<T | null> =>
  pending.catch((error: unknown) => {
    if (error instanceof NotFoundAtProviderError) return null;
    throw error;
  });
