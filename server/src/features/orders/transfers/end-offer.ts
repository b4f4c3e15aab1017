import { auditOrder } from "#features/orders/record/record-order-change.ts";
import { mayView, type OrderViewer } from "#features/orders/record/order-access.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { lockOrder } from "#features/orders/record/orders-store.ts";
import { actorOf } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { settleTransfer } from "./settle-transfer.ts";
import { findOpenOffer } from "./transfers-store.ts";

/**
 * Ends the offer to continue on another chair, so that the refund follows at once.
 * @throws ProductError orderNotFound, also for an order that the caller may not view
 */
export async function endOffer(
  dependencies: OrderDependencies,
  caller: OrderViewer,
  orderId: string,
): Promise<void> {
  if (!isUuid(orderId)) throw new ProductError("orderNotFound");
  const { database, clock, wake } = dependencies;
  await transact(database, async (uow) => {
    const order = await lockOrder(uow, orderId);
    if (order === null || !mayView(caller, order)) throw new ProductError("orderNotFound");
    const now = clock.now();
    if ((await findOpenOffer(uow, orderId, now)) === null) return;
    auditOrder(uow, orderId, { at: now, actor: actorOf(caller), action: "order.transferDeclined" });
    await settleTransfer(uow, dependencies, order, { declined: true });
  });
  wake();
}
