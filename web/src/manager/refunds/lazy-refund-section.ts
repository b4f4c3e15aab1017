import { lazyComponent } from "#shared/lazy/lazy-component.tsx";

export const refundSection = lazyComponent(() => import("./refund-section.tsx"));
