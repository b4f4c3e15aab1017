import { giftOfFeedback, viewGift } from "./gift-coupons/index.ts";
import { requestsOfOrder } from "#features/orders/refunds/index.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { answersOf, couponOf, type GivenCoupon } from "./feedback-answers-store.ts";
import type { FeedbackDependencies } from "./feedback-access.ts";
import type { FeedbackRecord } from "./feedback-store.ts";
import { dateIn } from "#platform/time/calendar.ts";
import type { Feedback, FeedbackRow } from "@reposo/contract/feedback/feedback.ts";

export async function loadFeedbackDetails(
  db: Querier,
  viewMedia: FeedbackDependencies["viewMedia"],
  { feedbackId, orderId, couponCode }: FeedbackRecord,
) {
  const [media, answers, coupon, requests, gift] = await Promise.all([
    viewMedia(db, feedbackId),
    answersOf(db, feedbackId),
    couponCode === null ? null : couponOf(db, feedbackId),
    requestsOfOrder(db, orderId),
    giftOfFeedback(db, feedbackId),
  ]);
  return { media, answers, coupon, requests, gift };
}

export function viewRow(feedback: FeedbackRecord): FeedbackRow {
  return {
    feedbackId: feedback.feedbackId,
    reference: feedback.reference,
    orderId: feedback.orderId,
    orderNumber: feedback.orderNumber,
    deviceId: feedback.deviceId,
    areaId: feedback.outletId,
    areaName: feedback.outletName,
    state: feedback.state,
    outcome: feedback.outcome,
    problemType: feedback.problemType,
    problem: feedback.problem,
    abnormal: feedback.abnormal,
    mediaCount: feedback.mediaCount,
    createdAt: feedback.createdAt.toISOString(),
    answeredAt: feedback.answeredAt?.toISOString() ?? null,
  };
}

type FeedbackDetails = Awaited<ReturnType<typeof loadFeedbackDetails>>;

function viewCoupon({
  code,
  amount,
  currency,
  areaNames,
  validUntil,
  timeZone,
}: GivenCoupon): Feedback["coupon"] {
  // The coupon is no longer valid at `validUntil`, so its last day is the day of the instant before.
  const last = validUntil && new Date(validUntil.getTime() - 1);
  return {
    code,
    amount,
    currency,
    areaNames: [...areaNames],
    lastDay: last && dateIn(last, timeZone).toString(),
  };
}

export function viewFeedback(
  feedback: FeedbackRecord,
  { media, answers, coupon, requests, gift }: FeedbackDetails,
): Feedback {
  const { answer, couponCode } = feedback;
  // A refund request that was decided before the feedback was sent is no answer to it.
  const request =
    requests.find(({ decidedAt }) => decidedAt === null || decidedAt >= feedback.createdAt) ?? null;
  return {
    ...viewRow(feedback),
    answer,
    answers: answers.map(({ answeredAt, ...given }) => ({ ...given, answeredAt: answeredAt.toISOString() })),
    couponCode,
    coupon: coupon && viewCoupon(coupon),
    gift: gift && viewGift(gift),
    refundRequested: request && {
      amount: request.amountMinor,
      currency: request.currency,
      state: request.state,
      refundState: request.refundState,
    },
    media,
  };
}
