import {
  type CountedAs,
  countedStatuses,
  type EndReason,
  liveStatuses,
  type OrderStatus,
  type OrderType,
  type PayType,
} from "@reposo/contract/orders.ts";

/**
 * The order's state machine. `cancelled → failed` is the one way out of an ended order: a payment that came
 * after the order was given up has to be returned, and money that was taken ends in `refunded` (guarantee 3).
 * `unpaid → running` and `paid → running` do not exist: only a chair's word after a start makes an order run.
 * The database holds the same graph (order_may_move, order_may_begin) and refuses everything outside it.
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

/** Every order's first status, by its type; a coin order that is reported late begins as completed. */
const beginnings: Record<OrderType, readonly OrderStatus[]> = {
  online: ["unpaid"],
  cashCoupon: ["paid"],
  counter: ["paid"],
  coupon: ["paid"],
  coin: ["running", "completed"],
};

export const mayBegin = (orderType: OrderType, status: OrderStatus): boolean =>
  beginnings[orderType].includes(status);

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

export type Starter = { kind: "customer" } | { kind: "manager" };

/**
 * Which ways to pay a caller has (START-3): customers online or by either coupon, managers counter cash or a
 * coupon. `permissionMissing` and `payMethodUnavailable` are the codes the contract names for the rest.
 */
export function payTypeRefusal(
  starter: Starter["kind"],
  payType: Exclude<PayType, "coin">,
): "permissionMissing" | "payMethodUnavailable" | null {
  if (starter === "customer") return payType === "cash" ? "permissionMissing" : null;
  return payType === "cash" || payType === "coupon" ? null : "payMethodUnavailable";
}

/** A chair's stop that neither somebody's hand, a command of ours nor a fault explains. */
export type ToldReason = EndReason | "unexplained";

/** How a chair names the end of a run, in the order's words. */
export function endReasonOf(told: {
  readonly type: string;
  readonly reason?: string;
  readonly fault?: string;
}): ToldReason {
  const { type, reason, fault } = told;
  if (type === "finished") return "finished";
  if (reason === "powerLoss" || reason === "fault" || reason === "finished") return reason;
  if (reason === "button" || reason === "command") return "stopped";
  return fault === undefined ? "unexplained" : "fault";
}

/** The end of a run by the server's clock: what the countdown counts down to. */
export const endOfRun = (startedAt: Date, minutes: number): Date =>
  new Date(startedAt.getTime() + minutes * 60_000);

/** How long the chair of an order may run, extensions that it took included. */
export const boughtSeconds = (run: { minutes: number; extendedMinutes: number | null }): number =>
  60 * (run.minutes + (run.extendedMinutes ?? 0));

/** Beyond what a chair's clock and its counting of whole seconds explain. */
export const isClearlyShort = (ranSeconds: number, bought: number): boolean =>
  bought - ranSeconds > Math.max(5, bought / 50);

/**
 * The earliest instant at which a chair can have begun this order: when it was paid, from which its start's deadline
 * counts. An online order may have stood unpaid for minutes before.
 */
export function notBefore(
  order: { orderedAt: Date; startDeadlineAt: Date | null },
  { startDeadlineMs }: { startDeadlineMs: number },
): Date {
  const paidAt = (order.startDeadlineAt?.getTime() ?? 0) - startDeadlineMs;
  return new Date(Math.max(paidAt, order.orderedAt.getTime()));
}

/**
 * When the run began, from when it was heard of and how long it had run by then. The chair's clock may be wrong by
 * years: it cannot have begun after it was heard of, and above all not before it was asked to.
 */
export function startOfRun(heardAt: Date, elapsedSeconds: number, askedAt: Date): Date {
  return new Date(Math.max(heardAt.getTime() - elapsedSeconds * 1000, askedAt.getTime()));
}
