import { addLedgerEntry } from "#features/revenue/index.ts";
import type { PlacedOrder } from "#features/orders/order-record.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** The money of an order that is paid as it is placed: cash at the counter, or a coupon that was sold for cash. */
export function bookAtOnce(uow: UnitOfWork, order: PlacedOrder): void {
  const { orderId, outletId, deviceId, currency, amountMinor, payType, orderedAt } = order;
  const source = payType === "cash" ? "counter" : "cashCoupon";
  addLedgerEntry(
    uow,
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
