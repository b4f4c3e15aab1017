import type { FeedbackOutcome, FeedbackState } from "@reposo/contract/feedback.ts";

export interface FeedbackRecord {
  readonly feedbackId: string;
  readonly reference: string;
  readonly orderId: string;
  readonly orderNumber: string;
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
  readonly createdAt: Date;
  readonly answeredAt: Date | null;
}
