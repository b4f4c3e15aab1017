import {
  type CountedAs,
  countedStatuses,
  liveStatuses,
  type OrderStatus,
  type OrderType,
  type PayType,
} from "@reposo/contract/orders/orders.ts";

/**
 * The order's state graph. `cancelled → failed` is the only move out of a final status: a payment that arrives after
 * the order was cancelled has to be refunded. `unpaid → running` and `paid → running` do not exist: an order runs only
 * after its chair has confirmed a start. The database enforces the same graph (order_may_move, order_may_begin).
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

/** First statuses by type; a coin order that is reported late begins as completed. */
const firstStatuses: Record<OrderType, readonly OrderStatus[]> = {
  online: ["unpaid"],
  cashCoupon: ["paid"],
  counter: ["paid"],
  coupon: ["paid"],
  coin: ["running", "completed"],
};

export const mayBegin = (orderType: OrderType, status: OrderStatus): boolean =>
  firstStatuses[orderType].includes(status);

export const mayMove = (from: OrderStatus, to: OrderStatus): boolean => moves[from].includes(to);

export const allMoves: readonly (readonly [OrderStatus, OrderStatus])[] = (
  Object.entries(moves) as [OrderStatus, readonly OrderStatus[]][]
).flatMap(([from, tos]) => tos.map((to) => [from, to] as const));

export const isLive = (status: OrderStatus): boolean =>
  (liveStatuses as readonly OrderStatus[]).includes(status);

export const countedAs = Object.fromEntries(
  Object.entries(countedStatuses).flatMap(([counted, statuses]) =>
    statuses.map((status) => [status, counted]),
  ),
) as Record<OrderStatus, CountedAs>;

export const orderTypeOf: Record<Exclude<PayType, "coin">, OrderType> = {
  online: "online",
  cash: "counter",
  cashCoupon: "cashCoupon",
  coupon: "coupon",
};

/** Customers pay online or by either kind of coupon, managers by counter cash or a coupon (START-3). */
export function payTypeRefusal(
  caller: "customer" | "manager",
  payType: Exclude<PayType, "coin">,
): "permissionMissing" | "payMethodUnavailable" | null {
  if (caller === "customer") return payType === "cash" ? "permissionMissing" : null;
  return payType === "cash" || payType === "coupon" ? null : "payMethodUnavailable";
}
