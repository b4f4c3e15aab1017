export { createRefundRequests, type RefundRequestsFeature } from "./create-refund-requests.ts";
export {
  type ApprovalOutcome,
  approveRefund,
  type DirectRefundOutcome,
  refundWithoutRequest,
  type RefusalOutcome,
  refuseRefund,
  duplicateRefundMinutes,
} from "./decide-refund.ts";
export {
  type RequestRecord,
  requestsOfOrder,
  selectRequests,
  type WaitingRequest,
} from "./refund-requests-store.ts";
export { mayRequestRefund, writeRefundRequest } from "./request-refund.ts";
