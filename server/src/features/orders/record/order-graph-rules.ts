import {
  type CountedAs,
  type OrderStatus,
  type OrderType,
  type PayType,
  countedStatuses,
  liveStatuses,
} from "@reposo/contract/orders/order-values.ts";

/**
 * The state graph of orders. `cancelled → failed` exists because a payment that arrives after the cancellation has
 * to be refunded. `unpaid → running` and `paid → running` do not exist, because an order runs only after the chair
 * has confirmed the start. The SQL functions order_may_move and order_may_begin enforce the same graph.
 */
const moves: Record<OrderStatus, readonly OrderStatus[]> = {
  unpaid: ["paid", "cancelled"],
  paid: ["starting", "failed"],
  starting: ["running", "failed"],
  running: ["completed"],
  completed: [],
  cancelled: ["failed"],
  failed: ["refunded"],
  refunded: [],
};

/**
 * The possible first statuses of each order type. A coin order begins as `completed` unless its run may still be
 * running.
 */
const firstStatuses: Record<OrderType, readonly OrderStatus[]> = {
  online: ["unpaid"],
  cashCoupon: ["paid"],
  counter: ["paid"],
  coupon: ["paid"],
  coin: ["running", "completed"],
  transfer: ["paid"],
};

export const mayBegin = (orderType: OrderType, status: OrderStatus): boolean =>
  firstStatuses[orderType].includes(status);

export const mayMove = (from: OrderStatus, to: OrderStatus): boolean => moves[from].includes(to);

export const allMoves: readonly (readonly [OrderStatus, OrderStatus])[] = (
  Object.entries(moves) as [OrderStatus, readonly OrderStatus[]][]
).flatMap(([from, tos]) => tos.map((to) => [from, to] as const));

export const isLive = (status: OrderStatus): boolean =>
  (liveStatuses as readonly OrderStatus[]).includes(status);

/** The count of the order statistics to which each status belongs. */
export const countedAs = Object.fromEntries(
  Object.entries(countedStatuses).flatMap(([counted, statuses]) =>
    statuses.map((status) => [status, counted]),
  ),
) as Record<OrderStatus, CountedAs>;

/** Each pay type has a separate order type, so a filter by order type is a filter by pay type. */
export const orderTypeOf: Record<PayType, OrderType> = {
  online: "online",
  cash: "counter",
  coin: "coin",
  cashCoupon: "cashCoupon",
  coupon: "coupon",
  transfer: "transfer",
};

/**
 * Returns why the caller may not use a pay type, or null if permitted. Customers may pay online, with a coupon, or
 * with a cash coupon; managers with counter cash or a coupon (START-3).
 */
export function payTypeRefusal(
  caller: "customer" | "manager",
  payType: Exclude<PayType, "coin" | "transfer">,
): "permissionMissing" | "payMethodUnavailable" | null {
  if (caller === "customer") return payType === "cash" ? "permissionMissing" : null;
  return payType === "cash" || payType === "coupon" ? null : "payMethodUnavailable";
}
