import type { FeedbackOutcome, FeedbackState } from "@reposo/contract/feedback.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import type { RefundRequest } from "@reposo/contract/refunds.ts";

export interface FeedbackRecord {
  readonly feedbackId: string;
  readonly reference: string;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly currency: Currency;
  readonly outletId: string;
  readonly outletName: string;
  readonly deviceId: string;
  readonly customerId: string | null;
  readonly accountId: string | null;
  readonly problem: string;
  readonly abnormal: string;
  readonly mediaCount: number;
  readonly state: FeedbackState;
  readonly outcome: FeedbackOutcome | null;
  readonly answer: string | null;
  readonly couponCode: string | null;
  /** What its answer asked of the operator. */
  readonly refundRequest:
    | ({ readonly amountMinor: number } & Pick<RefundRequest, "state" | "refundState">)
    | null;
  readonly createdAt: Date;
  readonly answeredAt: Date | null;
}
