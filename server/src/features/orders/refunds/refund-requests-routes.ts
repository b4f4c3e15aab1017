import { refundRequests, requestRefund } from "@reposo/contract/orders/refunds.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { RefundRequestsFeature } from "./request-refund.ts";

export function registerRefundRequestsRoutes(http: FastifyInstance, requests: RefundRequestsFeature): void {
  serve(http, refundRequests, ({ caller, request }) => requests.ofOrder(caller, request.orderId));
  serve(http, requestRefund, ({ caller, request, saveReply }) =>
    requests.request({ caller, request, saveReply }),
  );
}
