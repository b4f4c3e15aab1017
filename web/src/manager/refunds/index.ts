import { lazyComponent } from "#shared/lazy/lazy-component.tsx";

export { useRefundRequests } from "./use-refund-requests.ts";
export const refundSection = lazyComponent(() => import("./refund-section.tsx"), "refunds");
