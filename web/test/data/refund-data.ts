import type { RefundRequest, RefundRequests } from "@reposo/contract/orders/refunds.ts";
import { instantAfter } from "./instants.ts";

/** A request of ₱20.00 on which the operator has not decided. */
export const refundRequestOf = (fields: Partial<RefundRequest> = {}): RefundRequest => ({
  requestId: "request-1",
  amount: 2_000,
  currency: "PHP",
  reason: "The rollers hurt",
  state: "requested",
  refundState: null,
  feedbackId: null,
  requestedAt: instantAfter(0),
  requestedBy: "Maria Santos",
  decidedAt: null,
  decision: null,
  ...fields,
});

/** No requests for an order of ₱50.00. */
export const refundRequestsOf = (fields: Partial<RefundRequests> = {}): RefundRequests => ({
  left: 5_000,
  currency: "PHP",
  inCash: false,
  items: [],
  ...fields,
});
