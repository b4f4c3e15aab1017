import { Type } from "typebox";
import { Amount, Instant, Nullable, OneOf } from "#fields.ts";

export const PaymentRequest = Type.Object({
  provider: Type.String({ description: "Name of the payment provider." }),
  redirectUrl: Type.Optional(Type.String({ description: "URL of the payment page." })),
  qrText: Type.Optional(
    Type.String({ description: "Text of a QR code to pay with a wallet on another phone." }),
  ),
  pageRetryAt: Type.Optional(
    Type.String({
      format: "date-time",
      description:
        "Set if the payment provider failed to open the payment page: the server tries again at this instant. " +
        "`redirectUrl` and `qrText` are absent until a retry succeeds. If the provider refuses the payment, the order " +
        "is cancelled (`endReason` paymentRefused).",
    }),
  ),
  expiresAt: { ...Instant, description: "Instant at which the unpaid order is cancelled." },
});

export const refundStates = ["requested", "onItsWay", "returned", "needsAttention"] as const;

export const RefundOfOrder = Nullable(
  Type.Object({
    state: OneOf(
      refundStates,
      "State of the refund. `requested`: the payment provider has not accepted it yet. `onItsWay`: the provider has accepted it. `returned`: it was paid. `needsAttention`: it failed, and the operator must resolve it.",
    ),
    amount: Amount,
    requestedAt: {
      ...Instant,
      description: "Instant at which the refund was requested; that of the first one for a sum.",
    },
  }),
  "Sum of the refunds of the order that are not returned yet. If their states differ, the state is `requested`. The latest refund if all are returned; null without one.",
);

/** Price and payment of a massage or of an extension. */
export const purchase = {
  priceId: Type.String({
    minLength: 1,
    maxLength: 64,
    description:
      "ID of a price of the chair. A price never changes; a replaced price is refused with code 20206.",
  }),
  expectedAmount: Type.Optional({
    ...Amount,
    description:
      "Amount that the client showed to the customer, in minor units, after the coupon's discount. If the amount due differs, the order is refused with code 20206. Not compared if omitted.",
  }),
  payType: OneOf(["online", "cash", "cashCoupon", "coupon"], "Payment method."),
  couponCode: Type.Optional(
    Type.String({
      format: "typed-code",
      minLength: 1,
      maxLength: 64,
      description: "Code of a coupon, 1 to 64 characters.",
    }),
  ),
  cashCouponCode: Type.Optional(
    Type.String({
      format: "typed-code",
      minLength: 1,
      maxLength: 64,
      description: "Code of a cash coupon, 1 to 64 characters.",
    }),
  ),
  provider: Type.Optional(
    Type.String({ minLength: 1, maxLength: 32, description: "Payment provider of an online payment." }),
  ),
};

/** Result codes that every order request can return. */
export const purchaseCodes = [
  "priceListMissing",
  "priceChanged",
  "permissionMissing",
  "tooManyTries",
  "couponUnknown",
  "couponUsedUp",
  "couponNotValidNow",
  "couponNotValidHere",
  "couponNeedsPayment",
  "couponIsCash",
  "couponIsNotCash",
  "couponReserved",
  "unpaidOrders",
  "payMethodUnavailable",
  "amountTooSmall",
  "idempotencyKeyReused",
] as const;
