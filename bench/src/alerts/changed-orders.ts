import type { PastOrder } from "@reposo/server/demo/history/past-orders.ts";
import { seededRandom } from "@reposo/server/demo/history/seeded-random.ts";
import { dayMs, type Fault } from "./scenario.ts";

/** Share of orders that remain during a fault of the kind `incomeLow`. */
const incomeLowShare = 0.05;
/** Share of orders that remain on a quiet day of an outlet. */
const quietDayShare = 0.3;

/**
 * Returns the order as it happens if its chair has one of the faults at the order time: changed, unchanged, or null if
 * the fault prevents the order.
 */
export function changedByFault(order: PastOrder, faults: readonly Fault[]): PastOrder | null {
  const at = order.orderedAt.getTime();
  const fault = faults.find(
    ({ deviceIds, from, to }) => deviceIds.includes(order.deviceId) && from <= at && at < to,
  );
  switch (fault?.kind) {
    case "startsFailing":
      if (order.payType === "coin") return null;
      if (order.status !== "completed") return order;
      return {
        ...order,
        status: order.payType === "coupon" ? "failed" : "refunded",
        endReason: "startDeadline",
        ranSeconds: 0,
      };
    case "incomeLow":
      return seededRandom(order.orderId).next() < incomeLowShare ? order : null;
    case "chairOffline":
    case "outletOffline":
    case "chairFault":
      return null;
    default:
      return order;
  }
}

/**
 * Whether the order is omitted because its outlet has few customers on this day. On average, this applies to two
 * consecutive days in five weeks.
 */
export function isOmittedOnQuietDay(seed: number, outletId: string, order: PastOrder): boolean {
  const pair = Math.floor(order.orderedAt.getTime() / (2 * dayMs));
  if (seededRandom(`${seed} quiet ${outletId} ${pair}`).next() >= 2 / 35) return false;
  return seededRandom(`quiet ${order.orderId}`).next() >= quietDayShare;
}

/**
 * Returns the end of an order in the demo's history, in milliseconds since the Unix epoch. The constants are those with
 * which the demo's `addToDraft` stores the end.
 */
export function endedAt(order: PastOrder): number {
  const at = order.orderedAt.getTime();
  if (order.status === "completed") return at + (order.startedAfterSeconds + order.ranSeconds) * 1000;
  if (order.endReason === "paymentTimeout") return at + 900_000;
  if (order.endReason === "stopped") return at + 40_000;
  return (
    at +
    (order.endReason === "startDeadline" ? order.paidAfterSeconds + 35 : order.startedAfterSeconds) * 1000
  );
}
