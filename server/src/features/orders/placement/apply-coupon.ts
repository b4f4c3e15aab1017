import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { type Attempt, countAttempt, releaseAttempt } from "#platform/postgres/attempt-window.ts";
import type { PlaceOrderInput } from "./validate-order.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders/orders.ts";
import { redeemCoupon } from "#features/coupons/index.ts";
import { explainUsedUpCoupon } from "./limit-coupon-reservations.ts";
import type { PlacedOrder } from "#features/orders/record/order-record.ts";
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

/**
 * Counts an attempt to use a coupon code, per session token and per IP address. The attempt is counted before the code
 * is checked, so that concurrent guesses cannot exceed the limit.
 * @returns the counted attempts, which `releaseCouponAttempt` can subtract
 * @throws ProductError tooManyTries with the waiting time
 */
export async function countCouponAttempt(
  { database, clock, couponAttempts }: OrderDependencies,
  { caller, ip }: Pick<PlaceOrderInput, "caller" | "ip">,
): Promise<readonly Attempt[]> {
  const { perMinuteAndToken, perMinuteAndAddress } = couponAttempts;
  const token = caller.tokenHash.toString("hex");
  const attempts = [
    await countAttempt(database, clock, `coupon:${token}`, perMinuteAndToken),
    await countAttempt(database, clock, `coupon-address:${ip}`, perMinuteAndAddress),
  ];
  const refused = attempts.find((one) => !one.allowed);
  if (refused)
    throw new ProductError("tooManyTries", { data: { retryAfterSeconds: refused.retryAfterSeconds } });
  return attempts;
}

/** Subtracts the counted attempts of a request that only checked a valid code, so that the order can use them. */
export async function releaseCouponAttempt(
  { database }: OrderDependencies,
  attempts: readonly Attempt[],
): Promise<void> {
  for (const one of attempts) await releaseAttempt(database, one);
}
