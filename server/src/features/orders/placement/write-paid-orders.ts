import { addLedgerEntry } from "#features/revenue/index.ts";
import type { PlacedOrder } from "#features/orders/order-record.ts";
import { insertOrders } from "#features/orders/orders-store.ts";
import { publishOrder } from "#features/orders/publish-order.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { auditOrder } from "#features/orders/audit-order.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Writes orders that are paid with counter cash or a coupon, with their income, audit entries, and live events.
 * @throws ProductError deviceInUse if one of the chairs has another live order
 */
export async function writePaidOrders(
  uow: UnitOfWork,
  orders: readonly { readonly order: PlacedOrder; readonly actor: string }[],
): Promise<void> {
  const isInserted = await insertOrders(
    uow,
    orders.map(({ order }) => order),
  );
  if (!isInserted) throw new ProductError("deviceInUse");
  for (const { order, actor } of orders) {
    const { orderId, orderedAt: at, payType, parentOrderId } = order;
    const { outletId, deviceId, currency, amountMinor } = order;
    const entry = { orderId, outletId, deviceId, currency, amountMinor, sourceId: orderId, occurredAt: at };
    // An order with pay type `coupon` has the amount 0, for which no entry is written.
    const source = payType === "cash" ? "counter" : "cashCoupon";
    addLedgerEntry(uow, { ...entry, channel: "cash", source }, at);
    auditOrder(uow, orderId, {
      at,
      actor,
      action: `order.${payType}`,
      ...(parentOrderId !== undefined && { detail: { extends: parentOrderId } }),
    });
    publishOrder(uow, order, at);
  }
}
