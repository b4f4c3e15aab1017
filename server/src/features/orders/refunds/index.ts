import type { ManagerCaller } from "#platform/http/caller.ts";
import { listOfOrder, type RefundRequestParts, requestByHand, type Requesting } from "./request-refund.ts";

export {
  type ApprovalOutcome,
  approveRefund,
  type GivingOutcome,
  giveRefund,
  type RefusalOutcome,
  refuseRefund,
  slipMinutes,
} from "./decide-refund.ts";
export {
  type RequestRecord,
  requestsOfOrder,
  selectRequests,
  type WaitingRequest,
} from "./refund-requests-store.ts";
export { mayAskRefund, writeRefundRequest } from "./request-refund.ts";

export type RefundRequestsFeature = ReturnType<typeof createRefundRequests>;

export function createRefundRequests(parts: RefundRequestParts) {
  return {
    request: (requesting: Requesting) => requestByHand(parts, requesting),
    ofOrder: (caller: ManagerCaller, orderId: string) => listOfOrder(parts, caller, orderId),
  };
}
