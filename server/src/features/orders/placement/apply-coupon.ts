import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders/orders.ts";
import { redeemCoupon } from "#features/coupons/index.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { explainUsedUpCoupon } from "./limit-coupon-reservations.ts";
import type { PlacedOrder } from "#features/orders/record/order-record.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * The coupon code of an order, and the amount in minor units that the web app showed to the customer. The amount is
 * undefined if the request contains none.
 */
export interface PaymentTerms {
  readonly code: string | null;
  readonly expectedAmount: number | undefined;
}

/**
 * Returns the coupon code of a request, or null if the request contains none.
 * @throws ProductError if the pay type requires a code and the request contains none
 */
export function codeOf(
  request: Pick<RequestOf<typeof activate>, "payType" | "couponCode" | "cashCouponCode">,
): string | null {
  const { payType } = request;
  const field = payType === "cashCoupon" ? "cashCouponCode" : "couponCode";
  const code = request[field];
  if (code === undefined && (payType === "cashCoupon" || payType === "coupon"))
    throw invalidField(field, "required");
  return code ?? null;
}

/**
 * Redeems the coupon of an order, if it has one.
 * @returns the order with the coupon and the amount that counts as income: the remaining amount, or the full price for
 *   a cash coupon
 * @throws ProductError with the reason of a refusal, before this function writes anything; priceChanged if the amount
 *   is not the expected one
 */
export async function applyCoupon(
  uow: UnitOfWork,
  dependencies: Pick<OrderDependencies, "clock">,
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
      throw await explainUsedUpCoupon(uow, dependencies, { code, customerId }, error);
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
