import { openCase } from "#features/cases/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { later, type OrderDependencies } from "#features/orders/order-dependencies.ts";
import type { LockedOrder } from "#features/orders/order-record.ts";
import { moveAndPublish } from "#features/orders/publish-order.ts";
import { endOfRun } from "./run-rules.ts";
import { requestStop } from "./commands/send-commands.ts";

/**
 * Processes a chair's report that it runs or ran an order, which makes a starting order `running`. If the order has
 * failed or was cancelled, the customer got a massage although the payment is refunded: the server opens a case, and
 * stops the run if it still runs. The caller holds the order's lock.
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
    const endsAt = endOfRun(startedAt, order.minutes);
    moveAndPublish(uow, order, {
      to: "running",
      cause: "chairRuns",
      at: now,
      deadlineAt: later(endsAt, times.silenceMs),
      startedAt,
      endsAt,
    });
    return { ...order, status: "running", startedAt, endsAt };
  }
  if (order.status === "failed" || order.status === "refunded" || order.status === "cancelled") {
    if (report.stillRuns) await requestStop(uow, { deviceId, orderId }, now);
    await openCase(uow, {
      kind: "ranAfterRefund",
      deviceId,
      orderId,
      subject: orderId,
      detail: { orderStatus: order.status },
      openedAt: now,
    });
  }
  return order;
}
