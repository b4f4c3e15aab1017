import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { addToDeviceCase } from "#features/cases/index.ts";
import { reconcileRunLength } from "#features/orders/extensions/run-extensions.ts";
import { isTestRun } from "#features/devices/index.ts";
import type { ChairMessageContext } from "./locked-orders.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import type { LockedOrder } from "#features/orders/record/order-record.ts";
import { moveAndPublish, openOrderCase } from "#features/orders/record/record-order-change.ts";
import {
  boughtSeconds,
  earliestStart,
  endDeadlineOf,
  endOfRun,
  startOfRun,
} from "#features/orders/record/run-rules.ts";
import { enqueueCommand, requestStop } from "#features/chair-commands/index.ts";

/**
 * Compares a run that a chair reports, in a state or in a reply except to a stop, with its order. Confirms the run, and
 * applies an extension that the reported length shows. Stops a run that is neither a test run nor the run of a starting
 * or running order, and opens a case unless its order has completed.
 */
export async function reconcileRun({
  uow,
  dependencies,
  orders,
  deviceId,
  running,
}: ChairMessageContext & {
  readonly deviceId: string;
  readonly running: PayloadOf<"reply">["running"];
}): Promise<void> {
  if (running?.orderId === undefined) return;
  const now = dependencies.clock.now();
  const order = orders.find(running.orderId);
  if (order === undefined && (await isTestRun(uow, deviceId, running.orderId))) return;
  // The server never sends the ID of an unpaid or paid order, or of an extension, as the ID of a run.
  const wasNeverSent =
    order?.status === "unpaid" || order?.status === "paid" || (order?.parentOrderId ?? null) !== null;
  if (order === undefined || order.deviceId !== deviceId || wasNeverSent) {
    // A stop without an order ID ends any run.
    enqueueCommand(uow, { deviceId, type: "stop", orderId: null }, now);
    await addToDeviceCase(uow, { kind: "runWithoutOrder", deviceId, item: running.orderId, openedAt: now });
    return;
  }
  // The server ended the order because the chair was silent, or the order completed while a stop was pending.
  if (order.status === "completed") return requestStop(uow, { deviceId, orderId: order.orderId }, now);
  const startedAt = startOfRun(now, running.elapsedSeconds, earliestStart(order, dependencies.times));
  const confirmed = await confirmRun(uow, dependencies, order, { startedAt, stillRuns: true });
  orders.remember(await reconcileRunLength(uow, dependencies, confirmed, running.totalSeconds));
}

/**
 * Processes a chair's report that it runs or ran an order, which makes a starting order `running`. If the order has
 * failed or was cancelled, the customer got a massage although the payment is or will be refunded: the server opens a
 * case, and stops the run if it still runs. The caller holds the order's lock.
 * @returns the order with its current state
 */
export async function confirmRun(
  uow: UnitOfWork,
  { clock, times }: Pick<OrderDependencies, "clock" | "times">,
  order: LockedOrder,
  report: { startedAt: Date; stillRuns: boolean },
): Promise<LockedOrder> {
  const now = clock.now();
  const { orderId, deviceId } = order;
  if (order.status === "starting") {
    const { startedAt } = report;
    const endsAt = endOfRun(startedAt, boughtSeconds(order));
    const deadlineAt = endDeadlineOf(endsAt, times);
    moveAndPublish(uow, order, {
      to: "running",
      cause: "chairRuns",
      at: now,
      deadlineAt,
      startedAt,
      endsAt,
    });
    return { ...order, status: "running", startedAt, endsAt, deadlineAt };
  }
  if (order.status === "failed" || order.status === "refunded" || order.status === "cancelled") {
    if (report.stillRuns) await requestStop(uow, { deviceId, orderId }, now);
    await openOrderCase(uow, { clock }, "ranAfterRefund", order, { orderStatus: order.status });
  }
  return order;
}
