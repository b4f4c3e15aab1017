import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { Amount, GivenDeviceId, Request } from "#fields.ts";

export const couponPrices = endpoint({
  name: "couponPrices",
  method: "POST",
  path: "/web/api/v1/data-centre/coupon-prices",
  access: "token",
  summary:
    "What a coupon leaves to pay of a chair's prices; takes no use of it, and counts as a try where it is refused.",
  request: Request({
    deviceId: GivenDeviceId,
    couponCode: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "A coupon's code; this or `cashCouponCode`." }),
    ),
    cashCouponCode: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "A cash coupon's code; customers only." }),
    ),
  }),
  reply: Type.Array(
    Type.Object({
      priceId: Type.String(),
      payable: {
        ...Amount,
        description: "What is left to pay, in minor units; 0 where the coupon covers it.",
      },
    }),
    { description: "The current prices that the coupon holds for, cheapest first; never empty." },
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
