import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { Amount, GivenDeviceId, Request } from "#fields.ts";

export const couponPrices = endpoint("couponPrices", {
  summary:
    "Retrieves a chair's prices after the discount of a coupon, without redeeming the coupon. A refused code counts towards the limit of attempts.",
  request: Request({
    deviceId: GivenDeviceId,
    couponCode: Type.Optional(
      Type.String({
        format: "typed-code",
        minLength: 1,
        maxLength: 64,
        description: "Code of a coupon; either this or `cashCouponCode` is required.",
      }),
    ),
    cashCouponCode: Type.Optional(
      Type.String({
        format: "typed-code",
        minLength: 1,
        maxLength: 64,
        description: "Code of a cash coupon; customers only.",
      }),
    ),
  }),
  reply: Type.Array(
    Type.Object({
      priceId: Type.String(),
      payable: {
        ...Amount,
        description: "Remaining amount in minor units; 0 if the coupon covers the price.",
      },
    }),
    { description: "Current prices for which the coupon is valid, cheapest first; never empty." },
  ),
  codes: [
    "deviceUnknown",
    "deviceOfOtherOutlet",
    "priceListMissing",
    "payMethodUnavailable",
    "tooManyTries",
    "couponUnknown",
    "couponUsedUp",
    "couponNotValidNow",
    "couponNotValidHere",
    "couponIsCash",
    "couponIsNotCash",
    "couponReserved",
  ],
});
