import type { Currency } from "@reposo/contract/fields.ts";
import type { FeedbackOutcome, FeedbackProblem, FeedbackState } from "@reposo/contract/feedback.ts";

export interface FeedbackRecord {
  readonly feedbackId: string;
  readonly reference: string;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly orderedAt: Date;
  readonly orderAmountMinor: number;
  readonly currency: Currency;
  readonly outletId: string;
  readonly outletName: string;
  readonly deviceId: string;
  readonly customerId: string | null;
  readonly accountId: string | null;
  readonly problemType: FeedbackProblem | null;
  readonly problem: string;
  readonly abnormal: string;
  readonly mediaCount: number;
  readonly state: FeedbackState;
  readonly outcome: FeedbackOutcome | null;
  readonly answer: string | null;
  readonly couponCode: string | null;
  readonly createdAt: Date;
  readonly answeredAt: Date | null;
}

/** What a coupon for the feedback depends on. */
export const causeOf = ({
  feedbackId,
  orderId,
  outletId,
  orderedAt,
  orderAmountMinor,
  currency,
}: FeedbackRecord) => ({
  feedbackId,
  orderId,
  outletId,
  orderedAt,
  amountMinor: orderAmountMinor,
  currency,
});
