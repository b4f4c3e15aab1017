import type { couponPrices } from "@reposo/contract/coupons.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { priceWithCoupon } from "#features/coupons/index.ts";
import { findDevice } from "#features/devices/index.ts";
import { priceListOf } from "#features/prices/index.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { admitCouponTry, codeOf, releaseCouponTry } from "./limit-coupon-attempts.ts";
import { explainUsedUp, ownHoldOf } from "./reserve-coupon.ts";
import type { Placing } from "./validate-order.ts";
import type { OrderParts } from "#features/orders/orders-parts.ts";
import { payTypeRefusal } from "#features/orders/order-state-rules.ts";

type CouponPrices = Pick<Placing, "caller" | "ip"> & { readonly request: RequestOf<typeof couponPrices> };

/** What a coupon leaves to pay of each price of a chair, so that the customer chooses what it is used for. */
export const showCouponPrices =
  (parts: OrderParts) =>
  async ({ caller, ip, request }: CouponPrices): Promise<ReplyOf<typeof couponPrices>> => {
    const { database, clock } = parts;
    const device = await findDevice(database, request.deviceId);
    if (device === null) throw new ProductError("deviceUnknown");
    if (caller.kind === "manager" && !caller.outletIds.includes(device.outletId))
      throw new ProductError("deviceOfOtherOutlet", { data: { name: caller.name } });
    const payType = request.cashCouponCode === undefined ? "coupon" : "cashCoupon";
    const refusal = payTypeRefusal(caller.kind, payType);
    if (refusal !== null) throw new ProductError(refusal);
    const code = codeOf({ ...request, payType }) ?? "";
    const { outletId, priceGroupId } = device;
    const prices = priceGroupId === null ? [] : await priceListOf(database, priceGroupId);
    if (prices.length === 0) throw new ProductError("priceListMissing");
    const tries = await admitCouponTry(parts, { caller, ip });
    const at = clock.now();
    const uses = prices.map(({ gear, minutes, amountMinor, currency }) => {
      return { payType, outletId, gear, minutes, amountMinor, currency, at } as const;
    });
    const customerId = caller.kind === "customer" ? caller.customerId : null;
    const own = customerId === null ? null : await ownHoldOf(database, { code, senderId: customerId });
    const payable = await priceWithCoupon(database, code, customerId, uses, own === null ? 0 : 1).catch(
      async (error: unknown) => {
        throw await explainUsedUp(database, parts, { code, customerId }, error);
      },
    );
    await releaseCouponTry(parts, tries);
    return prices.flatMap(({ priceId }, place) => {
      const left = payable[place] ?? null;
      return left === null ? [] : [{ priceId, payable: left }];
    });
  };
