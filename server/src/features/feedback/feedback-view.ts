import { dateIn } from "@reposo/contract/calendar.ts";
import type { Feedback, FeedbackRow } from "@reposo/contract/feedback.ts";
import { type GiftRecord, viewGift } from "#features/gift-coupons/index.ts";
import type { RequestRecord } from "#features/orders/refunds/index.ts";
import type { AnswerRecord, GivenCoupon } from "./feedback-answers-store.ts";
import type { FeedbackRecord } from "./feedback-record.ts";
import { requestToTell } from "./feedback-rules.ts";

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

/** What stands beside a feedback: its files, its answers, and what was asked to be given back of its order. */
export interface Beside {
  readonly media: Feedback["media"];
  readonly answers: readonly AnswerRecord[];
  readonly coupon: GivenCoupon | null;
  readonly requests: readonly RequestRecord[];
  readonly gift: GiftRecord | null;
}

function viewCoupon({
  code,
  amount,
  currency,
  areaNames,
  validUntil,
  timeZone,
}: GivenCoupon): Feedback["coupon"] {
  // The instant itself is not included.
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
  { media, answers, coupon, requests, gift }: Beside,
): Feedback {
  const { answer, couponCode } = feedback;
  const asked = requestToTell(feedback, requests);
  return {
    ...viewRow(feedback),
    answer,
    answers: answers.map(({ answeredAt, ...given }) => ({ ...given, answeredAt: answeredAt.toISOString() })),
    couponCode,
    coupon: coupon && viewCoupon(coupon),
    gift: gift && viewGift(gift),
    refundRequested: asked && {
      amount: asked.amountMinor,
      currency: asked.currency,
      state: asked.state,
      refundState: asked.refundState,
    },
    media,
  };
}
