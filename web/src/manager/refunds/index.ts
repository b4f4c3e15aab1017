export { useRefundRequests } from "./use-refund-requests.ts";
export const refundSection = () => import("./refund-section.tsx");
