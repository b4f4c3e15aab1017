import type { CompanyDispute, CompanyPage } from "./payment-company.ts";

/** The provider's fee of a dispute, in minor units of the payment's currency. */
export const disputeFeeMinor = 1_500;

export function openDispute(
  disputes: CompanyDispute[],
  ref: string,
  page: CompanyPage,
  state: CompanyDispute["state"],
  now: Date,
): CompanyDispute {
  const respondBy = new Date(now.getTime() + 7 * 24 * 3_600_000);
  const dispute = { ref, page, amountMinor: page.amountMinor, createdAt: now, respondBy, state };
  disputes.push(dispute);
  return dispute;
}

const stripeStates = {
  inquiry: "warning_needs_response",
  needsResponse: "needs_response",
  underReview: "under_review",
  won: "won",
  lost: "lost",
  closed: "warning_closed",
};
const stripeEvents = {
  inquiry: "charge.dispute.created",
  needsResponse: "charge.dispute.funds_withdrawn",
  underReview: "charge.dispute.updated",
  won: "charge.dispute.funds_reinstated",
  lost: "charge.dispute.closed",
  closed: "charge.dispute.closed",
};
export const stripeEventOf = (dispute: CompanyDispute): string => stripeEvents[dispute.state];

/** Returns a dispute in Stripe's format (docs.stripe.com/api/disputes/object). */
export function stripeDisputeOf(dispute: CompanyDispute, isExpanded = false) {
  const { ref, page, amountMinor, state } = dispute;
  const created = Math.floor(dispute.createdAt.getTime() / 1000);
  const currency = page.currency.toLowerCase();
  const intent = `pi_${page.ref}`;
  const movement = (amount: number, fee: number) => ({
    id: `txn_${ref}_${amount}`,
    object: "balance_transaction",
    amount,
    fee,
    net: amount - fee,
    currency,
    created,
    reporting_category: amount < 0 ? "dispute" : "dispute_reversal",
  });
  const isInquiry = state === "inquiry" || state === "closed";
  return {
    id: ref,
    object: "dispute",
    amount: amountMinor,
    currency,
    charge: `ch_${page.ref}`,
    payment_intent: isExpanded
      ? { id: intent, object: "payment_intent", metadata: { paymentId: page.paymentId } }
      : intent,
    reason: "fraudulent",
    status: stripeStates[state],
    created,
    evidence_details: { due_by: Math.floor(dispute.respondBy.getTime() / 1000), has_evidence: false },
    balance_transactions: [
      ...(isInquiry ? [] : [movement(-amountMinor, disputeFeeMinor)]),
      ...(state === "won" ? [movement(amountMinor, -disputeFeeMinor)] : []),
    ],
  };
}

/** Returns a dispute in Xendit's format (docs.xendit.co/apidocs/dispute-webhook-notifications). */
export const xenditDisputeOf = (
  { ref, page, amountMinor, createdAt, respondBy, state }: CompanyDispute,
  now: Date,
) => ({
  id: ref,
  channel_code: "CARDS",
  status:
    { needsResponse: "ACTION_REQUIRED", underReview: "UNDER_REVIEW" }[state as string] ?? state.toUpperCase(),
  currency: page.currency,
  amount: { initial: (amountMinor / 100).toFixed(2), terminal: null },
  created_at: createdAt.toISOString(),
  updated_at: now.toISOString(),
  due_date: respondBy.toISOString(),
  category: { name: "fraudulent" },
  payment_id: `py-${page.ref}`,
  reference_id: page.paymentId,
});
