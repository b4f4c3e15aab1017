export { RefundSection } from "./refund-section.tsx";
export { useRefundRequests } from "./use-refund-requests.ts";
