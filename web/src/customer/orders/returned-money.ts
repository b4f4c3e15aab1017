import type { OrderFollowed } from "./order-phase.ts";

type Returned = Pick<OrderFollowed, "amount" | "refund" | "refunded">;

/** Returns the refunded amount of an order and the amount of a pending refund, in minor units. */
export function returnsOf({ refund, refunded }: Omit<Returned, "amount">): {
  back: number;
  pending: number;
} {
  // `refunded` contains the returned refunds, of which `refund` is the latest.
  return { back: refunded, pending: refund === null || refund.state === "returned" ? 0 : refund.amount };
}

/** Returns the sum of the orders' amounts and the rest after completed and pending refunds, in minor units. */
export function sumsOf(orders: readonly Returned[]): { paid: number; left: number } {
  let [paid, left] = [0, 0];
  for (const order of orders) {
    const { back, pending } = returnsOf(order);
    paid += order.amount;
    left += order.amount - back - pending;
  }
  return { paid, left };
}
