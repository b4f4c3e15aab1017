import { redeemCoupon } from "#features/coupons/index.ts";
import type { Transaction } from "#platform/database.ts";
import type { NewOrder } from "./order-record.ts";

/**
 * Takes the coupon's use for an order that is being placed, and leaves it what is to be paid in money.
 * @throws ProductError that says why the coupon is refused; nothing is changed then
 */
export async function redeemFor(tx: Transaction, order: NewOrder, code: string | null): Promise<NewOrder> {
  if (code === null) return order;
  const { payType, outletId, gear, minutes, amountMinor, currency, customerId, orderedAt: at } = order;
  const use = { payType, outletId, gear, minutes, amountMinor, currency, customerId, at };
  const { coupon, payableMinor } = await redeemCoupon(tx, code, use);
  return {
    ...order,
    amountMinor: payableMinor,
    couponId: coupon.couponId,
    couponProperty: coupon.property,
    couponCode: payType === "cashCoupon" ? null : coupon.code,
    cashCouponCode: payType === "cashCoupon" ? coupon.code : null,
  };
}
