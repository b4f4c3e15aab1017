import type { Currency } from "@reposo/contract/money/currencies.ts";

/**
 * `inquiry`: the bank asks before it disputes, and no money has moved. `needsResponse`: evidence can be sent.
 * `underReview`: evidence was sent. `closed`: an inquiry that ended without a dispute.
 */
export type DisputeState = "inquiry" | "needsResponse" | "underReview" | "won" | "lost" | "closed";

/** A dispute as the provider reports it. Times are the provider's; null if it reports none. */
export interface DisputeReport {
  /** The provider's number of the dispute. */
  readonly disputeRef: string;
  /** The payment's `providerRef` or `transactionRef`; null if the provider reports neither. */
  readonly paymentRef: string | null;
  /** ID of the payment in this product; null if the provider does not return it. */
  readonly paymentId: string | null;
  readonly state: DisputeState;
  readonly amountMinor: number;
  /** ISO 4217 code in upper case; null if the provider reports none. */
  readonly currency: string | null;
  readonly reason: string;
  /** Until when the provider accepts evidence. */
  readonly respondBy: Date | null;
  readonly disputedAt: Date | null;
  readonly reportedAt: Date | null;
  readonly feeMinor: number;
  readonly feeCurrency: string | null;
  /** What the provider returned; null if it states nothing. */
  readonly reinstated: {
    readonly amountMinor: number;
    readonly feeMinor: number;
    readonly at: Date | null;
  } | null;
}

/** What is known of a dispute from all its reports. */
export interface KnownDispute {
  readonly state: DisputeState;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly reason: string;
  readonly respondBy: Date | null;
  readonly reportedAt: Date;
  /** When the provider withdrew the amount and the fee; null if it has not. */
  readonly withdrawnAt: Date | null;
  readonly feeMinor: number;
  /** May be a currency that the ledger does not support. */
  readonly feeCurrency: string | null;
  /** When the provider returned money; null if it has not. */
  readonly reinstatedAt: Date | null;
  readonly reinstatedMinor: number;
  readonly reinstatedFeeMinor: number;
}

const progress: Record<DisputeState, number> = {
  inquiry: 0,
  needsResponse: 1,
  underReview: 2,
  closed: 3,
  won: 3,
  lost: 3,
};

/**
 * Returns whether a report is at least as new as the known state. Some reports have the same time or none; of those, the
 * one that is further in the course of a dispute is newer.
 */
function isNewest(known: KnownDispute, { state, reportedAt }: DisputeReport): boolean {
  if (reportedAt === null || reportedAt.getTime() === known.reportedAt.getTime())
    return progress[state] >= progress[known.state];
  return reportedAt > known.reportedAt;
}

/**
 * Adds a report to what is known of a dispute. Reports arrive in any order and repeatedly, with the same result: the
 * newest one determines the state, and money is withdrawn and returned once any report says so. Amounts that are booked
 * do not change, because the ledger is append-only.
 */
export function addReport(
  known: KnownDispute | null,
  report: DisputeReport,
  payment: { readonly amountMinor: number; readonly currency: Currency; readonly createdAt: Date },
  now: Date,
): KnownDispute {
  /** Limits a time by the provider's clock, which may differ from ours, to the time between the payment and now. */
  const limited = (at: Date | null): Date =>
    new Date(Math.max(payment.createdAt.getTime(), Math.min((at ?? now).getTime(), now.getTime())));
  // An amount in another currency than the payment's cannot be booked with it.
  const isComparable = report.currency === null || report.currency === payment.currency;
  const reportedMinor = isComparable ? report.amountMinor : payment.amountMinor;
  const amountMinor = known !== null && known.withdrawnAt !== null ? known.amountMinor : reportedMinor;
  const isWithdrawn = report.state !== "inquiry" && report.state !== "closed";
  const won = report.state === "won" ? { amountMinor, feeMinor: 0, at: report.reportedAt } : null;
  const reinstated = report.reinstated ?? won;
  const reinstatedMinor = reinstated === null ? 0 : isComparable ? reinstated.amountMinor : amountMinor;
  const newest =
    known === null || isNewest(known, report)
      ? {
          state: report.state,
          reason: report.reason,
          respondBy: report.respondBy ?? known?.respondBy ?? null,
        }
      : known;
  return {
    state: newest.state,
    reason: newest.reason,
    respondBy: newest.respondBy,
    reportedAt: new Date(Math.max(known?.reportedAt.getTime() ?? 0, report.reportedAt?.getTime() ?? 0)),
    amountMinor,
    currency: payment.currency,
    withdrawnAt: known?.withdrawnAt ?? (isWithdrawn ? limited(report.disputedAt) : null),
    feeMinor: known?.feeMinor || report.feeMinor,
    feeCurrency: known?.feeCurrency ?? report.feeCurrency,
    reinstatedAt: known?.reinstatedAt ?? (reinstated === null ? null : limited(reinstated.at)),
    reinstatedMinor: known !== null && known.reinstatedAt !== null ? known.reinstatedMinor : reinstatedMinor,
    reinstatedFeeMinor: known?.reinstatedFeeMinor || (reinstated?.feeMinor ?? 0),
  };
}
