import type { FeedbackProblem } from "@reposo/contract/feedback.ts";
/** Customers' feedback, and the refunds and coupons that managers request or give. */
export interface FeedbackTables {
  feedback: FeedbackTable;
  feedback_answer: FeedbackAnswerTable;
  refund_request: RefundRequestTable;
  gift_coupon: GiftCouponTable;
}

interface RefundRequestTable {
  request_id: string;
  order_id: string;
  feedback_id: string | null;
  account_id: string | null;
  amount_minor: number;
  currency: string;
  reason: string;
  state: "requested" | "approved" | "refused";
  refund_id: string | null;
  requested_at: Date;
  decided_at: Date | null;
  decided_by: string | null;
  decision: string | null;
}

interface GiftCouponTable {
  gift_id: string;
  feedback_id: string;
  order_id: string;
  outlet_id: string;
  account_id: string | null;
  value_minor: number | null;
  currency: string | null;
  state: "given" | "requested" | "approved" | "refused";
  exceeded: "day" | "month" | "orderAge" | "value" | null;
  coupon_code: string | null;
  created_at: Date;
  decided_at: Date | null;
  decided_by: string | null;
  decision: string | null;
}

interface FeedbackTable {
  feedback_id: string;
  reference: string;
  order_id: string;
  outlet_id: string;
  device_id: string;
  customer_id: string | null;
  account_id: string | null;
  problem_type: FeedbackProblem | null;
  problem: string;
  abnormal: string;
  media_count: number;
  state: "sent" | "lookedAt" | "answered" | "closed";
  outcome: "explained" | "refunded" | "couponGiven" | null;
  answer: string | null;
  coupon_code: string | null;
  /** Of before there were requests; nothing writes it any more. */
  refund_requested_minor: number | null;
  created_at: Date;
  answered_at: Date | null;
  closed_at: Date | null;
  /** Which of its order's it is, from 1. */
  number: number | null;
}

/** Written by the database itself. */
interface FeedbackAnswerTable {
  feedback_id: string;
  number: number;
  answer: string;
  coupon_code: string | null;
  answered_at: Date;
}
