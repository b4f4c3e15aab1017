import type { OrderStatus } from "#orders/orders.ts";

/** Whether feedback on an order may have files: only if the order was paid or started with a coupon. */
export const acceptsMedia = (status: OrderStatus): boolean => status !== "unpaid" && status !== "cancelled";
