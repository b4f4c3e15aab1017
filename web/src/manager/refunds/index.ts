export { RefundSection } from "./refund-section.tsx";
export { refundRequestsQuery, useRefundRequests } from "./use-refund-requests.ts";
