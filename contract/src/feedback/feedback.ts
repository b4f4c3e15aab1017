import { type Static, Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import {
  Amount,
  CalendarDate,
  Count,
  CurrencyField,
  Cursor,
  DeviceId,
  GivenId,
  Instant,
  Limit,
  Nullable,
  OneOf,
  Page,
  Repeated,
  Request,
} from "#fields.ts";
import { FeedbackGift, GiftOffer, GiftWorth } from "#orders/gift-coupons.ts";
import { Order } from "#orders/orders.ts";
import { RefundMoney, refundRequestStates } from "#orders/refunds.ts";

/** Characters of each of the two descriptions, as people count them (see text-length.ts). */
export const mostCharacters = 140;
/** Files of one feedback. */
export const mostMedia = 52;
/** Feedback of one order: enough to add what was forgotten, too little to fill a manager's list. */
export const mostOfOrder = 10;

export const feedbackStates = ["sent", "lookedAt", "answered", "closed"] as const;
export type FeedbackState = (typeof feedbackStates)[number];
export const feedbackOutcomes = ["explained", "refunded", "couponGiven"] as const;
export type FeedbackOutcome = (typeof feedbackOutcomes)[number];
export const remedies = ["none", "coupon", "refund"] as const;
export type Remedy = (typeof remedies)[number];

/** What a customer chooses from; the dictionary's `feedbackProblem` has the labels. */
export const feedbackProblems = [
  "notStarted",
  "stoppedEarly",
  "wrongCharge",
  "discomfort",
  "dirty",
  "other",
] as const;
export type FeedbackProblem = (typeof feedbackProblems)[number];

const Description = (description: string) =>
  Type.String({
    maxLength: 2_000,
    description: `${description} At most ${mostCharacters} characters as people count them: an emoji of several parts is one.`,
  });

export const FeedbackMedia = Type.Object({
  kind: OneOf(["picture", "video"] as const),
  url: Type.String({ description: "Signed, on the server's own origin, good for a quarter of an hour." }),
  posterUrl: Nullable(Type.String({ description: "A video's first frame." })),
  contentType: Type.String(),
  bytes: Count,
  durationSeconds: Nullable(Type.Number()),
});

const facts = {
  feedbackId: Type.String(),
  reference: Type.String({ description: "To be read aloud: letters and digits that are not mistaken." }),
  orderId: Type.String(),
  orderNumber: Type.String(),
  deviceId: DeviceId,
  areaId: Type.String(),
  areaName: Type.String(),
  state: OneOf(feedbackStates),
  outcome: Nullable(OneOf(feedbackOutcomes)),
  problemType: Nullable(
    OneOf(feedbackProblems, "The dictionary's `feedbackProblem`; null where none was chosen."),
  ),
  problem: Type.String({ description: "In the sender's words; may be empty where a problem was chosen." }),
  abnormal: Type.String(),
  mediaCount: Count,
  createdAt: Instant,
  answeredAt: Nullable(Instant),
};

export const FeedbackRow = Type.Object(facts);
export type FeedbackRow = Static<typeof FeedbackRow>;

export const Feedback = Type.Object({
  ...facts,
  answer: Nullable(Type.String({ description: "What the manager wrote, last where there is more." })),
  answers: Type.Array(
    Type.Object({
      answer: Type.String(),
      answeredAt: Instant,
      couponCode: Nullable(Type.String({ description: "The coupon that came with it." })),
    }),
    { description: "Every answer that was given, oldest first." },
  ),
  couponCode: Nullable(Type.String({ description: "A coupon given with an answer." })),
  coupon: Nullable(
    Type.Object(
      {
        code: Type.String(),
        ...GiftWorth,
        areaNames: Type.Array(Type.String(), { description: "Where it holds; none: everywhere." }),
        lastDay: Nullable({ ...CalendarDate, description: "Of its validity, at the feedback's outlet." }),
      },
      { description: "What holds of that coupon." },
    ),
  ),
  gift: Nullable(FeedbackGift, "The coupon that a manager gave or requested for it; null for a customer."),
  refundRequested: Nullable(
    Type.Object(
      {
        amount: Amount,
        currency: CurrencyField,
        state: OneOf(refundRequestStates),
        refundState: RefundMoney,
      },
      {
        description:
          "What was asked last of the operator to be given back of the order, with an answer or on the order's own page; null where it was decided before the feedback was sent.",
      },
    ),
  ),
  media: Type.Array(FeedbackMedia),
});
export type Feedback = Static<typeof Feedback>;

export const feedbackInsert = endpoint({
  name: "feedbackInsert",
  method: "POST",
  path: "/web/api/v1/order-feedback/insert",
  access: "token",
  summary: "A customer's word on an order, with pictures or a video.",
  request: Request({
    orderId: GivenId,
    problemType: Type.Optional(OneOf(feedbackProblems, "A value of the dictionary's `feedbackProblem`.")),
    problem: Type.Optional({
      ...Description(
        "Problem description; needed without `problemType`, and with `other`. A value or label of the dictionary's `feedbackProblem` alone counts as that `problemType`.",
      ),
      default: "",
    }),
    abnormal: Type.Optional({ ...Description("Abnormal-situation description."), default: "" }),
    media: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
        maxItems: mostMedia,
        uniqueItems: true,
        default: [],
        description: "Keys of the caller's own uploads, each used for nothing yet.",
      }),
    ),
  }),
  reply: Type.Object({ feedbackId: Type.String(), reference: Type.String() }),
  codes: [
    "orderNotFound",
    "permissionMissing",
    "uploadRefused",
    "mediaNeedsPaidOrder",
    "mediaQuota",
    "feedbackFull",
    "idempotencyKeyReused",
  ],
  idempotent: true,
});

export const feedbackOfOrder = endpoint({
  name: "feedbackOfOrder",
  method: "GET",
  path: "/web/api/v1/order-feedback",
  access: "token",
  summary:
    "What the caller has said of an order, newest first, with the answers. A manager who may see orders sees all of it.",
  request: Request({ orderId: GivenId }),
  reply: Type.Array(Feedback),
  codes: ["orderNotFound", "permissionMissing"],
});

export const feedbackList = endpoint({
  name: "feedbackList",
  method: "GET",
  path: "/web/api/v1/order-feedback/list",
  access: "details",
  summary: "Feedback of the caller's outlets, newest first.",
  request: Request({
    state: Type.Optional(Repeated(OneOf(feedbackStates))),
    areaId: Type.Optional(Repeated(GivenId)),
    deviceId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  }),
  reply: Page(FeedbackRow),
  codes: ["outletNotFound"],
});

const Step = Type.Object({ at: Instant, what: Type.String(), by: Nullable(Type.String()) });

export const feedbackDetail = endpoint({
  name: "feedbackDetail",
  method: "GET",
  path: "/web/api/v1/order-feedback/detail",
  access: "details",
  summary: "One feedback with its files, its order and that order's steps, and the chair's last orders.",
  request: Request({ feedbackId: GivenId }),
  reply: Type.Object({
    feedback: Feedback,
    order: Order,
    steps: Type.Array(Step, { description: "Of the feedback." }),
    orderSteps: Type.Array(Type.Object({ at: Instant, status: Type.String(), cause: Type.String() })),
    chairOrders: Type.Array(
      Type.Object({
        orderId: Type.String(),
        orderNumber: Type.String(),
        orderTime: Instant,
        orderStatus: Type.String(),
        endReason: Nullable(Type.String()),
        feedbacks: Count,
      }),
      { description: "The chair's last ten orders, newest first." },
    ),
    giftOffer: Nullable(
      GiftOffer,
      "The coupon that an answer may give, or request where it is beyond a limit; null after either.",
    ),
    mayAskRefund: Type.Boolean({
      description:
        "Whether a reply may request a refund: money is left to refund, no request is pending, and no reply has requested one.",
    }),
    returned: {
      ...Amount,
      description:
        "Amount of the order that was refunded since the feedback was sent; above 0 the feedback may be closed as refunded.",
    },
  }),
  codes: ["feedbackNotFound"],
});

export const feedbackLook = endpoint({
  name: "feedbackLook",
  method: "POST",
  path: "/web/api/v1/order-feedback/look",
  access: "details",
  summary: "Marks the feedback as in progress; without effect if it already is.",
  request: Request({ feedbackId: GivenId }),
  reply: Feedback,
  codes: ["feedbackNotFound"],
});

export const feedbackAnswer = endpoint({
  name: "feedbackAnswer",
  method: "POST",
  path: "/web/api/v1/order-feedback/answer",
  access: "details",
  summary:
    "Answers in words, with a coupon, or by requesting a refund from the operator. A coupon beyond the limits is requested from the operator as well; `gift` of the reply states which.",
  request: Request({
    feedbackId: GivenId,
    answer: Type.String({ minLength: 1, maxLength: 1_000 }),
    remedy: Type.Optional(OneOf(remedies)),
  }),
  reply: Feedback,
  codes: ["feedbackNotFound", "orderStatusForbids", "refundUnderWay", "idempotencyKeyReused"],
  idempotent: true,
});

export const feedbackClose = endpoint({
  name: "feedbackClose",
  method: "POST",
  path: "/web/api/v1/order-feedback/close",
  access: "details",
  summary:
    "Closes an answered feedback with what came of it: `refunded` only once money of its order came back after it was sent.",
  request: Request({ feedbackId: GivenId, outcome: OneOf(feedbackOutcomes) }),
  reply: Feedback,
  codes: ["feedbackNotFound", "orderStatusForbids"],
});
