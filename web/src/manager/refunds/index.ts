export { useRefundRequests } from "./use-refund-requests.ts";
