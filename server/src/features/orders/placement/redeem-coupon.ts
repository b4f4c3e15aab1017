import { redeemCoupon } from "#features/coupons/index.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { explainUsedUp } from "./reserve-coupon.ts";
import type { PlacedOrder } from "#features/orders/order-record.ts";
import type { OrderParts } from "#features/orders/orders-parts.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** The code that an order is paid with, and what the client showed as to be paid; undefined where it did not say. */
export interface PaymentTerms {
  readonly code: string | null;
  readonly expectedAmount: number | undefined;
}

/**
 * Takes the coupon's use for an order that is being placed, and leaves it what is to be paid in money.
 * @throws ProductError that says why the coupon is refused, or priceChanged; nothing is changed then
 */
export async function redeemFor(
  uow: UnitOfWork,
  parts: Pick<OrderParts, "clock">,
  order: PlacedOrder,
  { code, expectedAmount }: PaymentTerms,
): Promise<PlacedOrder> {
  const { payType, outletId, gear, minutes, amountMinor, currency, customerId, orderedAt: at } = order;
  if (code === null) {
    if (expectedAmount !== undefined && expectedAmount !== amountMinor)
      throw new ProductError("priceChanged");
    return order;
  }
  const use = { payType, outletId, gear, minutes, amountMinor, currency, customerId, at };
  const expectedMinor = expectedAmount ?? null;
  const { coupon, payableMinor } = await redeemCoupon(uow, code, { ...use, expectedMinor }).catch(
    async (error: unknown) => {
      throw await explainUsedUp(uow, parts, { code, customerId }, error);
    },
  );
  return {
    ...order,
    amountMinor: payableMinor,
    couponId: coupon.couponId,
    couponProperty: coupon.property,
    couponCode: payType === "cashCoupon" ? null : coupon.code,
    cashCouponCode: payType === "cashCoupon" ? coupon.code : null,
  };
}
