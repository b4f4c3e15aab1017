export {
  type ApprovalOutcome,
  approveRefund,
  type RefusalOutcome,
  refuseRefund,
} from "./decide-refund-request.ts";
export {
  type DirectRefundOutcome,
  duplicateRefundMinutes,
  refundWithoutRequest,
} from "./refund-manually.ts";
export {
  type RequestRecord,
  requestsOfOrder,
  selectRequests,
  type ListedRequest,
} from "./refund-requests-store.ts";
export {
  createRefundRequests,
  mayRequestRefund,
  type RefundRequestsFeature,
  writeRefundRequest,
} from "./request-refund.ts";
