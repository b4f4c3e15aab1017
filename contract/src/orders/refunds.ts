import { type Static, Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { Amount, CurrencyField, GivenId, Instant, Nullable, OneOf, Request } from "#fields.ts";
import { refundStates } from "./order-payment.ts";
import { maxReasonCharacters } from "#text/text-limits.ts";

export const refundRequestStates = ["requested", "approved", "refused"] as const;
export type RefundRequestState = (typeof refundRequestStates)[number];

export const RefundState = Nullable(
  OneOf(refundStates),
  "State of the refund after the operator's approval; null before the decision and after a refusal.",
);

export const RefundRequest = Type.Object({
  requestId: Type.String(),
  amount: Amount,
  currency: CurrencyField,
  reason: Type.String({ description: "Reason given by the manager, or by the customer in feedback." }),
  state: OneOf(refundRequestStates, "State of the request."),
  refundState: RefundState,
  feedbackId: Nullable(
    Type.String(),
    "ID of the feedback whose answer requested this refund; null if it was requested on the order's page.",
  ),
  requestedAt: Instant,
  requestedBy: Nullable(Type.String(), "Name of the manager's account; null if no account is recorded."),
  decidedAt: Nullable(Instant),
  decision: Nullable(Type.String(), "Operator's note to the manager; always set on a refusal."),
});
export type RefundRequest = Static<typeof RefundRequest>;

export const RefundRequests = Type.Object({
  left: {
    ...Amount,
    description:
      "Amount that can still be requested, in minor units: the price minus completed and pending refunds. 0 if no money was received, and for an order that is not completed, because failed orders are refunded automatically.",
  },
  currency: CurrencyField,
  inCash: Type.Boolean({ description: "Whether an approved refund is paid in cash at the outlet." }),
  items: Type.Array(RefundRequest, { description: "Refund requests, newest first." }),
});
export type RefundRequests = Static<typeof RefundRequests>;

export const refundRequests = endpoint("refundRequests", {
  summary:
    "Retrieves the refund requests of an order with the operator's decisions, and the amount that can still be requested.",
  request: Request({ orderId: GivenId }),
  reply: RefundRequests,
  codes: ["orderNotFound"],
});

export const requestRefund = endpoint("requestRefund", {
  summary: "Requests a refund of a finished order from the operator. An order has at most one open request.",
  request: Request({
    orderId: GivenId,
    amount: Type.Optional({
      ...Amount,
      minimum: 1,
      description: "Amount in minor units of the order's currency; by default the whole remaining amount.",
    }),
    reason: Type.String({
      format: "typed-text",
      minLength: 1,
      maxLength: 2_000,
      description: `Reason, not blank, of at most ${maxReasonCharacters} grapheme clusters.`,
    }),
  }),
  reply: RefundRequests,
  codes: [
    "orderNotFound",
    "orderStatusForbids",
    "paymentDisputed",
    "refundTooMuch",
    "refundUnderWay",
    "idempotencyKeyReused",
  ],
});
