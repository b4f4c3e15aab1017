import { type Static, Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import {
  Amount,
  CurrencyField,
  Cursor,
  GivenId,
  Instant,
  Limit,
  Nullable,
  OneOf,
  Page,
  Repeated,
  Request,
} from "#fields.ts";

/** `given`: within the limits. The others were beyond one, so that the operator decides. */
export const giftStates = ["given", "requested", "approved", "refused"] as const;
export type GiftState = (typeof giftStates)[number];

/**
 * Why the operator has to approve a gift: the outlet's coupons of the day or of the month are used up, the order is too
 * old, or the order's gifts would be worth more than its amount.
 */
export const giftLimits = ["day", "month", "orderAge", "value"] as const;
export type GiftLimit = (typeof giftLimits)[number];

export const GiftWorth = {
  amount: Nullable({
    ...Amount,
    description: "Minor units that the coupon takes off a price; null: a free massage of any price.",
  }),
  currency: CurrencyField,
};

const GiftLimitField = Nullable(OneOf(giftLimits, "The limit that makes the operator's approval necessary."));

/** What a manager may still give with an answer. */
export const GiftOffer = Type.Object({
  ...GiftWorth,
  limit: GiftLimitField,
  most: Nullable(
    Type.Integer({
      minimum: 0,
      description:
        "That limit: coupons a day or a month and outlet, or days of the order's age. Null for `value`.",
    }),
  ),
});
export type GiftOffer = Static<typeof GiftOffer>;

/** Where the gift of one feedback stands. */
export const FeedbackGift = Type.Object({
  ...GiftWorth,
  state: OneOf(giftStates),
  limit: GiftLimitField,
  decision: Nullable(
    Type.String({ description: "The operator's note to the manager; always set on a refusal." }),
  ),
});
export type FeedbackGift = Static<typeof FeedbackGift>;

export const GiftCoupon = Type.Object({
  giftId: Type.String(),
  ...FeedbackGift.properties,
  feedbackId: Type.String(),
  reference: Type.String({ description: "Of the feedback that it was given for." }),
  orderId: Type.String(),
  orderNumber: Type.String(),
  areaId: Type.String(),
  areaName: Type.String(),
  couponCode: Nullable(Type.String({ description: "Null while it is requested, and after a refusal." })),
  redeemed: Type.Boolean({ description: "Whether the customer has used the coupon." }),
  givenBy: Nullable(Type.String({ description: "Name of the manager's account." })),
  givenAt: { ...Instant, description: "When the manager gave or requested it." },
  decidedAt: Nullable(Instant),
});
export type GiftCoupon = Static<typeof GiftCoupon>;

export const giftCoupons = endpoint({
  name: "giftCoupons",
  method: "GET",
  path: "/web/api/v1/order-feedback/coupons",
  access: "details",
  summary: "Coupons that the managers of the caller's outlets gave or requested for customers, newest first.",
  request: Request({
    state: Type.Optional(Repeated(OneOf(giftStates))),
    areaId: Type.Optional(Repeated(GivenId)),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  }),
  reply: Page(GiftCoupon),
  codes: ["outletNotFound"],
});
