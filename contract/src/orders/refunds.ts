import { type Static, Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { Amount, CurrencyField, GivenId, Instant, Nullable, OneOf, Request } from "#fields.ts";
import { refundStates } from "./orders.ts";

export const refundRequestStates = ["requested", "approved", "refused"] as const;
export type RefundRequestState = (typeof refundRequestStates)[number];

/** Characters of a reason, as people count them (see text-length.ts). */
export const mostOfReason = 140;

/** What became of the money itself, once an operator approved; null before, and where it was refused. */
export const RefundMoney = Nullable(OneOf(refundStates, "Of the approved return."));

export const RefundRequest = Type.Object({
  requestId: Type.String(),
  amount: Amount,
  currency: CurrencyField,
  reason: Type.String({ description: "The manager's words, or the customer's where feedback led to it." }),
  state: OneOf(refundRequestStates),
  refundState: RefundMoney,
  feedbackId: Nullable(Type.String({ description: "The feedback whose answer it came with." })),
  requestedAt: Instant,
  requestedBy: Nullable(Type.String({ description: "The manager's name." })),
  decidedAt: Nullable(Instant),
  decision: Nullable(
    Type.String({ description: "The operator's words to the manager; of a refusal always." }),
  ),
});
export type RefundRequest = Static<typeof RefundRequest>;

export const RefundRequests = Type.Object({
  left: {
    ...Amount,
    description:
      "Minor units that can still be asked for: the price without what is back or on its way. 0 while the order is under way, and where it took no money or gives it back by itself.",
  },
  currency: CurrencyField,
  /** Cash lies in the outlet: an approved return of it is handed over there. */
  inCash: Type.Boolean({ description: "Whether an approved return is handed over at the counter." }),
  items: Type.Array(RefundRequest, { description: "Newest first." }),
});
export type RefundRequests = Static<typeof RefundRequests>;

export const refundRequests = endpoint({
  name: "refundRequests",
  method: "GET",
  path: "/web/api/v1/order/refund-requests",
  access: "details",
  summary:
    "What was asked to be given back of an order by hand, what the operator decided, and what is left.",
  request: Request({ orderId: GivenId }),
  reply: RefundRequests,
  codes: ["orderNotFound"],
});

export const requestRefund = endpoint({
  name: "requestRefund",
  method: "POST",
  path: "/web/api/v1/order/refund-request",
  access: "details",
  summary: "Asks the operator to give money of a finished order back. One open request an order.",
  request: Request({
    orderId: GivenId,
    amount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000_000,
        description: "Minor units in the order's currency; absent: all that is left.",
      }),
    ),
    reason: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: `Why, not blank. At most ${mostOfReason} characters as people count them.`,
    }),
  }),
  reply: RefundRequests,
  codes: ["orderNotFound", "orderStatusForbids", "refundTooMuch", "refundUnderWay", "idempotencyKeyReused"],
  idempotent: true,
});
