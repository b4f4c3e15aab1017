import type { EndReason } from "@reposo/contract/orders/order-values.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { endExtensions } from "#features/orders/extensions/run-extensions.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import type { LockedOrder } from "#features/orders/record/order-record.ts";
import { moveAndPublish } from "#features/orders/record/publish-order.ts";
import { refundUnusedMinutes } from "#features/orders/refunds/refund-unused-minutes.ts";

/**
 * Ends a running order and its extensions, and refunds unused minutes. An order with another status is returned
 * unchanged. The end is limited to the time between the start and now, because the chair's clock may be wrong.
 * @returns the order with its current state
 */
export async function endRun(
  uow: UnitOfWork,
  dependencies: Pick<OrderDependencies, "clock" | "times" | "payments">,
  order: LockedOrder,
  end: { at: Date; reason: EndReason },
): Promise<LockedOrder> {
  if (order.status !== "running") return order;
  const now = dependencies.clock.now();
  const { reason } = end;
  const startedMs = order.startedAt?.getTime() ?? 0;
  // The lower bound is applied last: after the server's clock was set back, the start may be in the future.
  const endedAt = new Date(Math.max(Math.min(end.at.getTime(), now.getTime()), startedMs));
  moveAndPublish(uow, order, {
    to: "completed",
    cause: reason,
    at: now,
    deadlineAt: null,
    endedAt,
    endReason: reason,
  });
  const ended = { ...order, status: "completed", endedAt, endReason: reason, deadlineAt: null } as const;
  await endExtensions(uow, dependencies, order, { endedAt, reason });
  const ran = order.extensions.filter(({ status }) => status === "running");
  await refundUnusedMinutes(uow, dependencies, { order: ended, extensions: ran });
  return { ...ended, extensions: [] };
}
