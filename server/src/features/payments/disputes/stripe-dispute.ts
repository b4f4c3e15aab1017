import type { Stripe } from "stripe";
import type { DisputeReport, DisputeState } from "./dispute-rules.ts";

const states: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "closed",
  prevented: "closed",
  needs_response: "needsResponse",
  under_review: "underReview",
  won: "won",
  lost: "lost",
};

const dateOf = (seconds: number | null | undefined): Date | null =>
  typeof seconds === "number" && Number.isFinite(seconds) ? new Date(seconds * 1000) : null;

/**
 * Converts a dispute of Stripe (docs.stripe.com/api/disputes/object). Its balance transactions show what was withdrawn and
 * reinstated; their currency is that of the account, which may differ from the payment's.
 * @param dispute webhooks may lack fields, although the type of a dispute requires them
 * @param reportedAt in seconds since 1970; undefined if unknown
 * @throws TypeError if a required field is missing
 */
export function stripeDisputeReport(
  {
    id,
    amount,
    status = "",
    payment_intent: intent = null,
    balance_transactions: transactions = [],
    ...dispute
  }: Partial<Stripe.Dispute>,
  reportedAt: number | undefined,
): DisputeReport {
  const state = states[status];
  if (id === undefined || amount === undefined || !(amount > 0) || state === undefined)
    throw new TypeError("the dispute lacks its ID, amount, or status");
  const withdrawal = transactions.find((one) => one.amount < 0);
  const reinstatement = transactions.find((one) => one.amount > 0);
  const currency = dispute.currency?.toUpperCase() ?? null;
  return {
    disputeRef: id,
    paymentRef: intent === null || typeof intent === "string" ? intent : intent.id,
    paymentId: intent === null || typeof intent === "string" ? null : (intent.metadata.paymentId ?? null),
    state,
    amountMinor: amount,
    currency,
    reason: dispute.reason ?? "",
    respondBy: dateOf(dispute.evidence_details?.due_by),
    disputedAt: dateOf(withdrawal?.created ?? dispute.created),
    reportedAt: dateOf(reportedAt),
    feeMinor: Math.max(withdrawal?.fee ?? 0, 0),
    feeCurrency: withdrawal === undefined ? null : withdrawal.currency.toUpperCase(),
    reinstated:
      reinstatement === undefined
        ? null
        : {
            amountMinor: reinstatement.currency.toUpperCase() === currency ? reinstatement.amount : amount,
            feeMinor: Math.max(-reinstatement.fee, 0),
            at: dateOf(reinstatement.created),
          },
  };
}
