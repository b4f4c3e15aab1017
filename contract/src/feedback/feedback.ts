import { type Static, Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import {
  Amount,
  CalendarDate,
  Count,
  CurrencyField,
  DeviceId,
  FilterDeviceId,
  GivenId,
  Instant,
  PageFields,
  Nullable,
  OneOf,
  Page,
  Repeated,
  Request,
} from "#fields.ts";
import { FeedbackGift, GiftOffer, GiftValue } from "#orders/gift-coupons.ts";
import { Order } from "#orders/orders.ts";
import { RefundState, refundRequestStates } from "#orders/refunds.ts";
import { maxFeedbackCharacters } from "#text/text-limits.ts";
import { maxMedia } from "./media-limits.ts";

export const feedbackStates = ["sent", "lookedAt", "answered", "closed"] as const;
export type FeedbackState = (typeof feedbackStates)[number];
export const feedbackOutcomes = ["explained", "refunded", "couponGiven"] as const;
export type FeedbackOutcome = (typeof feedbackOutcomes)[number];
export const remedies = ["none", "coupon", "refund"] as const;
export type Remedy = (typeof remedies)[number];

/** Problem types that a customer can choose; the dictionary's `feedbackProblem` has their labels. */
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
    format: "typed-text",
    maxLength: 2_000,
    description: `${description} At most ${maxFeedbackCharacters} grapheme clusters.`,
  });

export const FeedbackMedia = Type.Object({
  kind: OneOf(["picture", "video"] as const, "Type of the file."),
  url: Type.String({ description: "Signed path on this server, valid for 15 to 30 minutes." }),
  posterUrl: Nullable(Type.String(), "Signed path of a video's first frame, or null."),
  contentType: Type.String({ description: "Media type of the file." }),
  bytes: { ...Count, description: "Size of the file in bytes." },
  durationSeconds: Nullable(Type.Number(), "Duration of a video in seconds; null for a picture."),
});

const facts = {
  feedbackId: Type.String(),
  reference: Type.String({
    description: "Short reference for phone calls, without characters that are easily confused.",
  }),
  orderId: Type.String(),
  orderNumber: Type.String(),
  deviceId: DeviceId,
  areaId: Type.String(),
  areaName: Type.String(),
  state: OneOf(feedbackStates),
  outcome: Nullable(OneOf(feedbackOutcomes)),
  problemType: Nullable(
    OneOf(
      feedbackProblems,
      "Problem type, labelled by the dictionary's `feedbackProblem`; null if the customer chose none.",
    ),
  ),
  problem: Type.String({
    description: "Problem description by the customer; may be empty unless `problemType` is null or `other`.",
  }),
  abnormal: Type.String({ description: "Abnormal-situation description by the customer; may be empty." }),
  mediaCount: { ...Count, description: "Number of files." },
  createdAt: Instant,
  answeredAt: Nullable(Instant),
};

export const FeedbackRow = Type.Object(facts);
export type FeedbackRow = Static<typeof FeedbackRow>;

export const Feedback = Type.Object({
  ...facts,
  answer: Nullable(Type.String(), "Latest answer of the manager; null without an answer."),
  answers: Type.Array(
    Type.Object({
      answer: Type.String(),
      answeredAt: Instant,
      couponCode: Nullable(Type.String(), "Code of the coupon given with this answer."),
    }),
    { description: "All answers, oldest first." },
  ),
  couponCode: Nullable(Type.String(), "Code of the coupon given with an answer."),
  coupon: Nullable(
    Type.Object(
      {
        code: Type.String(),
        ...GiftValue,
        areaNames: Type.Array(Type.String(), {
          description: "Outlets where the coupon is valid; empty: all outlets.",
        }),
        lastDay: Nullable(
          CalendarDate,
          "Last day of validity in the time zone of the feedback's outlet; null: no limit.",
        ),
      },
      { description: "Terms of the coupon given with an answer; null if no coupon was given." },
    ),
  ),
  gift: Nullable(
    FeedbackGift,
    "Coupon that a manager gave or requested for the feedback; null without one, and for customers.",
  ),
  refundRequested: Nullable(
    Type.Object(
      {
        amount: Amount,
        currency: CurrencyField,
        state: OneOf(refundRequestStates),
        refundState: RefundState,
      },
      {
        description:
          "Latest refund request of the order, made with an answer to feedback or on the order's page; null if there is none, or if the operator decided it before the feedback was sent.",
      },
    ),
  ),
  media: Type.Array(FeedbackMedia, { maxItems: maxMedia }),
});
export type Feedback = Static<typeof Feedback>;

export const feedbackInsert = endpoint("feedbackInsert", {
  summary: "Submits feedback on an order, optionally with pictures or videos.",
  request: Request({
    orderId: GivenId,
    problemType: Type.Optional(
      OneOf(feedbackProblems, "Problem type: a value of the dictionary's `feedbackProblem`."),
    ),
    problem: Type.Optional({
      ...Description(
        "Problem description, required if `problemType` is omitted or `other`. A text that equals a value or label of the dictionary's `feedbackProblem` is treated as that `problemType`.",
      ),
      default: "",
    }),
    abnormal: Type.Optional({ ...Description("Abnormal-situation description."), default: "" }),
    media: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
        maxItems: maxMedia,
        uniqueItems: true,
        default: [],
        description: `Keys of the caller's uploads that no feedback uses yet; at most ${maxMedia}.`,
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
    "feedbackUnanswered",
    "feedbackDailyLimit",
    "idempotencyKeyReused",
  ],
});

export const feedbackOfOrder = endpoint("feedbackOfOrder", {
  summary:
    "Lists feedback on an order with its answers, newest first. Customers see their own feedback, managers with the permission `details` all of it.",
  request: Request({ orderId: GivenId }),
  reply: Type.Array(Feedback),
  codes: ["orderNotFound", "permissionMissing"],
});

export const feedbackList = endpoint("feedbackList", {
  summary: "Lists feedback of the caller's outlets, newest first.",
  request: Request({
    state: Type.Optional(Repeated(OneOf(feedbackStates))),
    areaId: Type.Optional(Repeated(GivenId)),
    deviceId: Type.Optional(FilterDeviceId),
    ...PageFields,
  }),
  reply: Page(FeedbackRow),
  codes: ["outletNotFound"],
});

const Step = Type.Object({
  at: Instant,
  what: Type.String({
    description: "Step: `feedback.sent`, `feedback.lookedAt`, `feedback.answered`, or `feedback.closed`.",
  }),
  by: Nullable(Type.String(), "Name of the manager who performed the step; null for the customer."),
});

export const feedbackDetail = endpoint("feedbackDetail", {
  summary:
    "Retrieves a feedback with its files, its order and the order's status changes, and the last orders of the chair at the outlet.",
  request: Request({ feedbackId: GivenId }),
  reply: Type.Object({
    feedback: Feedback,
    order: Order,
    steps: Type.Array(Step, { description: "Steps of the feedback, oldest first." }),
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
      {
        maxItems: 10,
        description: "Last ten orders of the chair at the outlet of the feedback, newest first.",
      },
    ),
    giftOffer: Nullable(
      GiftOffer,
      "Coupon that an answer can give. If it exceeds a limit, the answer requests it from the operator. Null after a coupon was given or requested.",
    ),
    mayAskRefund: Type.Boolean({
      description:
        "Whether an answer can request a refund: the order is completed and not fully refunded, no request is pending, and no earlier answer to this feedback has requested a refund.",
    }),
    returned: {
      ...Amount,
      description:
        "Amount of the order that was refunded after the feedback was sent, in minor units. Above 0, the feedback can be closed as `refunded`.",
    },
  }),
  codes: ["feedbackNotFound"],
});

export const feedbackLook = endpoint("feedbackLook", {
  summary: "Marks a feedback as in progress (`lookedAt`). Has no effect unless its state is `sent`.",
  request: Request({ feedbackId: GivenId }),
  reply: Feedback,
  codes: ["feedbackNotFound"],
});

export const feedbackAnswer = endpoint("feedbackAnswer", {
  fieldPermissions: { field: "remedy", permissions: { coupon: "coupons", refund: "refund" } },
  summary:
    "Answers a feedback with a text, and optionally with a coupon or a refund request to the operator. A coupon that exceeds a limit is requested from the operator; `gift` of the response has its state.",
  request: Request({
    feedbackId: GivenId,
    answer: Type.String({ format: "typed-text", minLength: 1, maxLength: 1_000 }),
    remedy: Type.Optional(OneOf(remedies, "Compensation given with the answer; `none` by default.")),
  }),
  reply: Feedback,
  codes: ["feedbackNotFound", "orderStatusForbids", "refundUnderWay", "idempotencyKeyReused"],
});

export const feedbackClose = endpoint("feedbackClose", {
  summary:
    "Closes an answered feedback with its outcome. `refunded` requires a refund of the order after the feedback was sent, `couponGiven` a coupon given with an answer.",
  request: Request({ feedbackId: GivenId, outcome: OneOf(feedbackOutcomes) }),
  reply: Feedback,
  codes: ["feedbackNotFound", "orderStatusForbids"],
});
