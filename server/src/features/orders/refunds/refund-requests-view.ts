import type { RefundRequests } from "@reposo/contract/orders/refunds.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import type { PayType } from "@reposo/contract/orders/orders.ts";
import type { RequestRecord } from "./refund-requests-store.ts";

export const viewRequests = (
  order: { readonly currency: Currency; readonly payType: PayType; readonly leftMinor: number },
  requests: readonly RequestRecord[],
): RefundRequests => ({
  left: order.leftMinor,
  currency: order.currency,
  inCash: order.payType !== "online",
  items: requests.map((request) => ({
    requestId: request.requestId,
    amount: request.amountMinor,
    currency: request.currency,
    reason: request.reason,
    state: request.state,
    refundState: request.refundState,
    feedbackId: request.feedbackId,
    requestedAt: request.requestedAt.toISOString(),
    requestedBy: request.requestedBy,
    decidedAt: request.decidedAt?.toISOString() ?? null,
    decision: request.decision,
  })),
});
