import { type Static, Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import {
  Amount,
  CurrencyField,
  GivenId,
  Instant,
  PageFields,
  Nullable,
  OneOf,
  Page,
  Repeated,
  Request,
} from "#fields.ts";

/**
 * States of a gift coupon. `given`: the coupon is within the limits and valid immediately. A coupon that exceeds a
 * limit is `requested` until the operator decides, then `approved` or `refused`.
 */
export const giftStates = ["given", "requested", "approved", "refused"] as const;
export type GiftState = (typeof giftStates)[number];

/**
 * Limits beyond which a gift coupon requires the operator's approval: the number of coupons of the outlet per `day` or
 * `month`, the age of the order (`orderAge`), and the money of the order, which its refunds and gift coupons together may
 * not exceed (`value`). `ownFeedback`: the manager has sent the feedback.
 */
export const giftLimits = ["day", "month", "orderAge", "value", "ownFeedback"] as const;
export type GiftLimit = (typeof giftLimits)[number];

export const GiftValue = {
  amount: Nullable(Amount, "Discount in minor units; null: a free massage of any price."),
  currency: CurrencyField,
};

const GiftLimitField = Nullable(
  OneOf(giftLimits, "Limit that requires the operator's approval; null within all limits."),
);

export const GiftOffer = Type.Object({
  ...GiftValue,
  limit: GiftLimitField,
  most: Nullable(
    Type.Integer({
      minimum: 0,
      description:
        "Threshold of `limit`: maximum coupons per outlet and day or month, or maximum age of the order in days. Null for any other limit and without one.",
    }),
  ),
});
export type GiftOffer = Static<typeof GiftOffer>;

export const FeedbackGift = Type.Object({
  ...GiftValue,
  state: OneOf(giftStates),
  limit: GiftLimitField,
  decision: Nullable(Type.String(), "Operator's note to the manager; always set on a refusal."),
});
export type FeedbackGift = Static<typeof FeedbackGift>;

export const GiftCoupon = Type.Object({
  giftId: Type.String(),
  ...FeedbackGift.properties,
  feedbackId: Type.String(),
  reference: Type.String({ description: "Reference of the feedback for which the coupon was given." }),
  orderId: Type.String(),
  orderNumber: Type.String(),
  areaId: Type.String(),
  areaName: Type.String(),
  couponCode: Nullable(Type.String(), "Code of the coupon; null while it is requested and after a refusal."),
  redeemed: Type.Boolean({ description: "Whether the customer has used the coupon." }),
  givenBy: Nullable(Type.String(), "Name of the manager's account."),
  givenAt: { ...Instant, description: "Instant at which the manager gave or requested the coupon." },
  decidedAt: Nullable(Instant),
});
export type GiftCoupon = Static<typeof GiftCoupon>;

export const giftCoupons = endpoint("giftCoupons", {
  summary:
    "Lists the coupons that managers of the caller's outlets gave or requested for customers, newest first.",
  request: Request({
    state: Type.Optional(Repeated(OneOf(giftStates))),
    areaId: Type.Optional(Repeated(GivenId)),
    ...PageFields,
  }),
  reply: Page(GiftCoupon),
  codes: ["outletNotFound"],
});
