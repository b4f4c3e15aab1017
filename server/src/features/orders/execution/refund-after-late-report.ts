import type { EndReason } from "@reposo/contract/orders/order-values.ts";
import { latestExtensions } from "#features/orders/record/extensions-store.ts";
import type { LockedOrder } from "#features/orders/record/order-record.ts";
import { mayLackReport } from "#features/orders/record/run-rules.ts";
import type { RefundDependencies } from "#features/orders/refunds/refund-order.ts";
import { refundUnusedMinutes } from "#features/orders/refunds/refund-unused-minutes.ts";
import { enqueueLateEnd } from "#features/orders/transfers/settle-transfer.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Maximum number of extensions of a run: a run has at most 600 minutes, and an extension at least one. */
const maxExtensions = 600;

/**
 * Refunds unused minutes for an early end that a chair reports after the server has ended its run: because the chair was
 * silent, for example during a power failure that lasted longer than the massage, or because the chair was already idle
 * when it replied to a stop. The minutes of a transfer were paid with the order that it continues. The recorded end stays.
 */
export async function refundAfterLateReport(
  uow: UnitOfWork,
  dependencies: RefundDependencies,
  order: LockedOrder,
  { at, reason }: { at: Date; reason: EndReason },
): Promise<void> {
  const { startedAt, endedAt, endReason, extendedMinutes } = order;
  if (order.status !== "completed" || !mayLackReport(endReason) || !startedAt || !endedAt) return;
  const latest = extendedMinutes ? await latestExtensions(uow, order, maxExtensions) : [];
  const extensions = latest.filter(({ status }) => status === "completed").reverse();
  const usedUntil = new Date(Math.min(Math.max(at.getTime(), startedAt.getTime()), endedAt.getTime()));
  if (order.transferredFrom !== null)
    enqueueLateEnd(
      uow,
      order.transferredFrom.orderId,
      { usedUntil: usedUntil.toISOString(), reason },
      dependencies.clock.now(),
    );
  await refundUnusedMinutes(uow, dependencies, {
    order: { ...order, endedAt: usedUntil, endReason: reason },
    extensions,
  });
}
