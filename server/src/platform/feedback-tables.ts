/** What customers say of an order. */
export interface FeedbackTables {
  feedback: FeedbackTable;
}

interface FeedbackTable {
  feedback_id: string;
  reference: string;
  order_id: string;
  outlet_id: string;
  device_id: string;
  customer_id: string | null;
  account_id: string | null;
  problem: string;
  abnormal: string;
  media_count: number;
  state: "sent" | "lookedAt" | "answered" | "closed";
  outcome: "explained" | "refunded" | "couponGiven" | null;
  answer: string | null;
  coupon_code: string | null;
  refund_requested_minor: number | null;
  created_at: Date;
  answered_at: Date | null;
  closed_at: Date | null;
}
