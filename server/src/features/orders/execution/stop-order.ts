import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { stop } from "@reposo/contract/orders/orders.ts";
import { auditOrder } from "#features/orders/record/record-order-change.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import type { SaveReply } from "#platform/http/idempotency/idempotency.ts";
import { actorOf } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { cancelOrder, failOrder } from "#features/orders/transitions/cancel-or-fail-order.ts";
import { viewFollowed } from "#features/orders/views/follow-order.ts";
import { mayView, type OrderViewer } from "#features/orders/record/order-access.ts";
import { redactFollowedOrder } from "#features/orders/views/redact-order.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import type { OrderWithParent } from "#features/orders/record/order-record.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { findOrder, lockOrder } from "#features/orders/record/orders-store.ts";
import { enqueueCommand } from "#features/chair-commands/index.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Cancels an unpaid order, fails and refunds a paid or starting order, and sends a stop to the chair of a starting or
 * running order. After a manager's stop, the unused minutes are refunded when the run has ended.
 * @throws ProductError orderNotFound, also for an order that the caller may not see; orderStatusForbids for an ended
 *   order, or for an extension that was sent to the chair; massageStarted, with `beforeStart` for a running order
 */
export async function stopOrder(
  dependencies: OrderDependencies,
  {
    caller,
    request: { orderId, beforeStart = false },
    saveReply,
  }: { caller: OrderViewer; request: RequestOf<typeof stop>; saveReply: SaveReply<ReplyOf<typeof stop>> },
): Promise<ReplyOf<typeof stop>> {
  if (!isUuid(orderId)) throw new ProductError("orderNotFound");
  const result = await transact(dependencies.database, async (uow) => {
    const order = await lockOrder(uow, orderId);
    if (order === null || !mayView(caller, order)) throw new ProductError("orderNotFound");
    if (beforeStart && order.parentOrderId === null && order.status === "running")
      throw new ProductError("massageStarted");
    await end(uow, dependencies, order, caller);
    // Writes the deferred changes, because the reply contains the changed order.
    await uow.flush();
    const now = dependencies.clock.now();
    const ended = (await findOrder(uow, orderId)) ?? order;
    const reply = redactFollowedOrder(caller, await viewFollowed(uow, ended, dependencies, now));
    saveReply(uow, reply);
    failPoint("stop.before-commit");
    return reply;
  });
  failPoint("stop.committed");
  dependencies.wake();
  return result;
}

async function end(
  uow: UnitOfWork,
  dependencies: OrderDependencies,
  order: OrderWithParent,
  caller: OrderViewer,
): Promise<void> {
  const now = dependencies.clock.now();
  const actor = actorOf(caller);
  const { orderId, deviceId, parentOrderId } = order;
  // An extension that was sent to the chair ends only with the order that it extends.
  if (parentOrderId !== null && (order.status === "starting" || order.status === "running"))
    throw new ProductError("orderStatusForbids", { data: { parentOrderId } });
  switch (order.status) {
    case "unpaid":
      await cancelOrder(uow, dependencies, order, "stopped", now);
      return auditOrder(uow, orderId, { at: now, actor, action: "order.cancelled" });
    case "paid":
      return failOrder(uow, dependencies, order, { cause: "stopped", actor });
    case "starting":
      await failOrder(uow, dependencies, order, { cause: "stopped", actor });
      enqueueCommand(uow, { deviceId, type: "stop", orderId }, now);
      return;
    case "running":
      enqueueCommand(uow, { deviceId, type: "stop", orderId, byManager: caller.kind === "manager" }, now);
      return auditOrder(uow, orderId, { at: now, actor, action: "order.stopped" });
    default:
      throw new ProductError("orderStatusForbids");
  }
}
