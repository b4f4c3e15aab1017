import type { couponPrices } from "@reposo/contract/orders/coupons.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { priceWithCoupon } from "#features/coupons/index.ts";
import { findDevice } from "#features/devices/index.ts";
import { priceListOf } from "#features/prices/index.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { codeOf, countCouponAttempt, releaseCouponAttempt } from "./apply-coupon.ts";
import { explainUsedUpCoupon, findOwnReservation } from "./limit-coupon-reservations.ts";
import type { PlaceOrderInput } from "./validate-order.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { payTypeRefusal } from "#features/orders/record/order-graph-rules.ts";

type CouponPrices = Pick<PlaceOrderInput, "caller" | "ip"> & {
  readonly request: RequestOf<typeof couponPrices>;
};

/**
 * Lists those prices of a chair for which a coupon is valid, with the amounts that remain to be paid in minor units.
 * @throws ProductError with the reason of a refusal, also if the coupon is valid for none of the prices
 */
export const listCouponPrices =
  (dependencies: OrderDependencies) =>
  async ({ caller, ip, request }: CouponPrices): Promise<ReplyOf<typeof couponPrices>> => {
    const { database, clock } = dependencies;
    const device = await findDevice(database, request.deviceId);
    if (device === null) throw new ProductError("deviceUnknown");
    if (caller.kind === "manager" && !caller.outletIds.includes(device.outletId))
      throw new ProductError("deviceOfOtherOutlet", { data: { name: caller.name } });
    const payType = request.cashCouponCode === undefined ? "coupon" : "cashCoupon";
    const refusal = payTypeRefusal(caller.kind, payType);
    if (refusal !== null) throw new ProductError(refusal);
    const code = codeOf({ ...request, payType }) ?? "";
    const { outletId, priceGroupId } = device;
    const prices = await priceListOf(database, priceGroupId);
    if (prices.length === 0) throw new ProductError("priceListMissing");
    const attempts = await countCouponAttempt(dependencies, { caller, ip });
    const at = clock.now();
    const uses = prices.map(({ gear, minutes, amountMinor, currency }) => {
      return { payType, outletId, gear, minutes, amountMinor, currency, at } as const;
    });
    const customerId = caller.kind === "customer" ? caller.customerId : null;
    const reservedBy =
      customerId === null ? null : await findOwnReservation(database, { code, senderId: customerId });
    // The use that the customer's own unpaid order reserves counts as free, because a new order would replace that
    // order.
    const payable = await priceWithCoupon(
      database,
      code,
      customerId,
      uses,
      reservedBy === null ? 0 : 1,
    ).catch(async (error: unknown) => {
      throw await explainUsedUpCoupon(database, dependencies, { code, customerId }, error);
    });
    await releaseCouponAttempt(dependencies, attempts);
    return prices.flatMap(({ priceId }, index) => {
      const payableMinor = payable[index] ?? null;
      return payableMinor === null ? [] : [{ priceId, payable: payableMinor }];
    });
  };
