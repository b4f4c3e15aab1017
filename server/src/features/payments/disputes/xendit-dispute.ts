import type { DisputeReport, DisputeState } from "./dispute-rules.ts";

/** The fields that this product reads of a dispute (docs.xendit.co/apidocs/dispute-webhook-notifications). */
export interface XenditDispute {
  readonly id: string;
  readonly status: "ACTION_REQUIRED" | "UNDER_REVIEW" | "WON" | "LOST";
  readonly currency: string;
  readonly amount: {
    /** In major units, as text. */
    readonly initial: string;
    /** The amount that was decided; null until then. */
    readonly terminal: string | null;
  };
  readonly created_at: string;
  readonly updated_at: string;
  readonly due_date?: string | null;
  readonly category?: { readonly name?: string } | null;
  readonly payment_id?: string | null;
  /** The `external_id` of the invoice, which is our ID of the payment. */
  readonly reference_id?: string | null;
}

const states: Record<XenditDispute["status"], DisputeState> = {
  ACTION_REQUIRED: "needsResponse",
  UNDER_REVIEW: "underReview",
  WON: "won",
  LOST: "lost",
};

/** Xendit reports no fees of disputes; its dashboard's dispute report contains them. */
export function xenditDisputeReport(dispute: XenditDispute): DisputeReport {
  const { id, status, currency, amount, due_date: dueDate } = dispute;
  return {
    disputeRef: id,
    paymentRef: dispute.payment_id ?? null,
    paymentId: dispute.reference_id ?? null,
    state: states[status],
    amountMinor: Math.round(Number(amount.initial) * 100),
    currency,
    reason: dispute.category?.name ?? "",
    respondBy: typeof dueDate === "string" ? new Date(dueDate) : null,
    disputedAt: new Date(dispute.created_at),
    reportedAt: new Date(dispute.updated_at),
    feeMinor: 0,
    feeCurrency: null,
    reinstated: null,
  };
}
