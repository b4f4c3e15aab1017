import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import type { LockedOrder } from "#features/orders/order-record.ts";
import { endReasonOf, notBefore, startOfRun } from "#features/orders/order-state-rules.ts";
import type { OrderParts } from "#features/orders/orders-parts.ts";
import { takeByLength } from "#features/orders/extensions/run-extensions.ts";
import { confirmRun, endRun, hearLateFault } from "./run-order.ts";
import { judgeEnd, settleUnheardEnd } from "./reconcile-run-end.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface TakenEvent {
  readonly deviceId: string;
  readonly event: PayloadOf<"event">;
  readonly occurredAt: Date;
}

/** The orders that a batch of messages is about, locked; each as the messages before have left it. */
export type Orders = Map<string, LockedOrder>;

export const tellsOfRun = ({ event: { type, orderId } }: TakenEvent): boolean =>
  orderId !== undefined &&
  isUuid(orderId) &&
  (type === "started" || type === "stopped" || type === "finished");

/**
 * Takes what chairs tell of their runs, each event once, in whatever order they arrive: an end that overtakes its
 * start implies it, and a start after its end finds the order ended. Runs that coins started are processed in coins/.
 */
export async function takeRunEvents(
  uow: UnitOfWork,
  parts: OrderParts,
  ofRuns: readonly TakenEvent[],
  orders: Orders,
): Promise<void> {
  for (const { deviceId, event, occurredAt } of ofRuns) {
    const order = orders.get(event.orderId as string);
    if (order === undefined || order.deviceId !== deviceId || order.parentOrderId !== null) continue;
    const isStart = event.type === "started";
    const ran = isStart ? 0 : (event.seconds ?? 0);
    const startedAt = startOfRun(occurredAt, ran, notBefore(order, parts.times));
    const confirmed = await confirmRun(uow, parts, order, { startedAt, stillRuns: isStart });
    const running = await takeByLength(uow, parts, confirmed, ran);
    if (isStart) {
      orders.set(running.orderId, running);
      continue;
    }
    const told = { at: occurredAt, reason: endReasonOf(event), ranSeconds: event.seconds ?? null };
    const end = await judgeEnd(uow, parts, running, told);
    await settleUnheardEnd(uow, parts, running);
    await hearLateFault(uow, parts, running, end);
    orders.set(running.orderId, await endRun(uow, parts, running, end));
  }
}
