import type { ManagerCaller } from "#platform/http/caller.ts";
import {
  listRefundRequests,
  type RefundRequestDependencies,
  type RefundRequestInput,
  requestOrderRefund,
} from "./request-refund.ts";

export type RefundRequestsFeature = ReturnType<typeof createRefundRequests>;

export function createRefundRequests(dependencies: RefundRequestDependencies) {
  return {
    request: (input: RefundRequestInput) => requestOrderRefund(dependencies, input),
    ofOrder: (caller: ManagerCaller, orderId: string) => listRefundRequests(dependencies, caller, orderId),
  };
}
