import { bookRevenue } from "#features/revenue/index.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import type { PlacedOrder } from "#features/orders/order-record.ts";

/** The money of an order that is paid as it is placed: cash at the counter, or a coupon that was sold for cash. */
export function bookAtOnce(tx: Transaction, order: PlacedOrder): Promise<void> {
  const { orderId, outletId, deviceId, currency, amountMinor, payType, orderedAt } = order;
  const source = payType === "cash" ? "counter" : "cashCoupon";
  return bookRevenue(
    tx,
    {
      orderId,
      outletId,
      deviceId,
      channel: "cash",
      currency,
      amountMinor,
      source,
      sourceId: orderId,
      occurredAt: orderedAt,
    },
    orderedAt,
  );
}
