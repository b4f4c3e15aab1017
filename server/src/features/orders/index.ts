import type { OrderStatus } from "@reposo/contract/orders.ts";
import type { Querier } from "#platform/database.ts";
import { type Follower, followOrder, viewFollowed } from "./follow-order.ts";
import { createHearReply, createHearState } from "./hear-chair.ts";
import { createOrderDeadlines, meetDueDeadlines } from "./order-deadlines.ts";
import { createTakeRunEvent } from "./take-run-event.ts";
import type { OrderParts } from "./orders-parts.ts";
import { countedAs } from "./orders-rules.ts";
import { countByStatus, findOrder } from "./orders-store.ts";
import { createHearPayment } from "./hear-payment.ts";
import { type Placing, placeOrder } from "./place-order.ts";
import { createSendCommand, createStartChair, sendCommandJob, startChairJob } from "./send-commands.ts";
import { stopOrder } from "./stop-order.ts";

export { newOrderNumber } from "./order-number.ts";
export { defaultOrderTimes, type OrderParts, type OrderTimes } from "./orders-parts.ts";
export { allMoves } from "./orders-rules.ts";
export { returnUrlOf } from "./return-address.ts";

export type Orders = ReturnType<typeof createOrders>;

export function createOrders(parts: OrderParts) {
  const { database, clock } = parts;
  const deadlines = createOrderDeadlines(parts);
  return {
    place: (placing: Placing) => placeOrder(parts, placing),
    follow: (caller: Follower, orderId: string) => followOrder(parts, caller, orderId),
    stop: (stopping: Parameters<typeof stopOrder>[1]) => stopOrder(parts, stopping),
    /** The order as in get-order, for live events; null where there is none. */
    renderOrder: async (orderId: string) => {
      const order = await findOrder(database, orderId);
      return order && viewFollowed(database, order, clock.now());
    },
    hearReply: createHearReply(parts),
    hearState: createHearState(parts),
    takeRunEvent: createTakeRunEvent(parts),
    hearPayment: createHearPayment(parts),
    /** At once, as one who has listened for ever; returns how many were met. */
    meetDueDeadlines: () => meetDueDeadlines(parts, new Date(0)),
    start: deadlines.start,
    stopWatching: deadlines.stop,
    jobs: { [startChairJob]: createStartChair(parts), [sendCommandJob]: createSendCommand(parts) },
  };
}

/** Orders of a range by order time, as HOME-2 counts them. */
export async function countOrders(
  db: Querier,
  outletIds: readonly string[],
  range: { from: Date; to: Date },
): Promise<{ normal: number; abnormal: number; unpaid: number }> {
  const counts = { normal: 0, abnormal: 0, unpaid: 0 };
  const rows: { status: OrderStatus; orders: number }[] = await countByStatus(
    db,
    outletIds,
    range.from,
    range.to,
  );
  for (const { status, orders } of rows) counts[countedAs[status]] += orders;
  return counts;
}
