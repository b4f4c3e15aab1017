import type { OrderStatus } from "#orders/orders.ts";

/** Whether feedback on an order may hold files: only where money or a coupon was given for it. */
export const takesMedia = (status: OrderStatus): boolean => status !== "unpaid" && status !== "cancelled";
