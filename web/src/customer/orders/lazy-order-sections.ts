import { lazyComponent } from "#shared/lazy/lazy-component.tsx";

export const receipt = lazyComponent(() => import("./receipt.tsx"));
export const recentOrders = lazyComponent(() => import("./recent-orders.tsx"));
