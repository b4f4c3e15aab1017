import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { OrderType, PayType } from "@reposo/contract/orders/order-values.ts";
import { later, type OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { orderTypeOf } from "#features/orders/record/order-graph-rules.ts";
import type { NewOrder, PlacedOrder } from "#features/orders/record/order-record.ts";
import { newIdAt } from "#platform/keys/ids-by-time.ts";

interface Draft {
  readonly orderedAt: Date;
  readonly deviceId: string;
  readonly outletId: string;
  readonly orderType: OrderType;
  readonly payType: PayType;
  readonly price: {
    readonly priceId: string | null;
    readonly gear: number;
    readonly minutes: number;
    /** The full price in minor units, before a coupon is applied. */
    readonly amountMinor: number;
    readonly currency: Currency;
  };
  readonly customerId: string | null;
  readonly accountId: string | null;
}

/**
 * Returns the fields that all new orders share. A coupon is applied later, by the transaction that inserts the
 * order.
 */
export const draftOrder = ({
  price: { priceId, gear, minutes, amountMinor, currency },
  ...draft
}: Draft) => ({
  ...draft,
  orderId: newIdAt(draft.orderedAt),
  priceId,
  gear,
  minutes,
  amountMinor,
  currency,
  couponId: null,
  couponProperty: null,
  couponCode: null,
  cashCouponCode: null,
});

/**
 * Drafts an order that a customer or manager places. The order is unpaid if the pay type is `online`; otherwise, it has
 * the status `paidStatus`.
 */
export function draftPlacedOrder(
  { times }: Pick<OrderDependencies, "times">,
  {
    orderedAt,
    payType,
    paidStatus,
    ...draft
  }: Omit<Draft, "orderType" | "payType"> & {
    readonly payType: Exclude<PayType, "coin">;
    readonly paidStatus: NewOrder["status"];
  },
): PlacedOrder {
  const isUnpaid = payType === "online";
  const startDeadlineAt = isUnpaid ? null : later(orderedAt, times.startDeadlineMs);
  return {
    ...draftOrder({ ...draft, orderedAt, payType, orderType: orderTypeOf[payType] }),
    status: isUnpaid ? "unpaid" : paidStatus,
    deadlineAt: startDeadlineAt ?? later(orderedAt, times.paymentMs),
    startDeadlineAt,
  };
}
