/** Each change of an order's status leads to a later one of this list, by which browsers recognise an old state. */
export const orderStatuses = [
  "unpaid",
  "paid",
  "starting",
  "running",
  "completed",
  "cancelled",
  "failed",
  "refunded",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Statuses of a live order. The database allows one live order per chair. */
export const liveStatuses = ["paid", "starting", "running"] as const satisfies readonly OrderStatus[];

/** Statuses of each count on home (HOME-2); every status belongs to exactly one count. */
export const countedStatuses = {
  normal: ["paid", "starting", "running", "completed"],
  abnormal: ["failed", "refunded"],
  unpaid: ["unpaid", "cancelled"],
} as const satisfies Record<string, readonly OrderStatus[]>;
export type CountedAs = keyof typeof countedStatuses;

/** The columns by which lists of orders can be sorted. */
export const orderSorts = ["time", "device", "outlet", "amount"] as const;
export type OrderSort = (typeof orderSorts)[number];
/** Maximum number of orders that a list sorts, because all of them are read for each page. */
export const maxSortedOrders = 10_000;

export const orderTypes = ["online", "cashCoupon", "coin", "counter", "coupon", "transfer"] as const;
export type OrderType = (typeof orderTypes)[number];

/** `transfer`: the order continues another one on another chair, with the minutes that did not run. */
export const payTypes = ["online", "cash", "coin", "cashCoupon", "coupon", "transfer"] as const;
export type PayType = (typeof payTypes)[number];

export const endReasons = [
  "finished",
  "stopped",
  "fault",
  "powerLoss",
  "silent",
  "startDeadline",
  "refused",
  "deviceTaken",
  "deviceUnavailable",
  "paymentTimeout",
  "paymentRefused",
  "runEnded",
] as const;
export type EndReason = (typeof endReasons)[number];

export const couponProperties = ["cash", "free", "minutes", "percent", "amountOff"] as const;
export type CouponProperty = (typeof couponProperties)[number];

/** Days after which a refund has arrived at the latest, as customers are told. Banks take up to ten working days. */
export const maxRefundDays = 14;
