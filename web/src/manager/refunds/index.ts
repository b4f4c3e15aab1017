export { refundSection } from "./lazy-refund-section.ts";
export { useRefundRequests } from "./use-refund-requests.ts";
