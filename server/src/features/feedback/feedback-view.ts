import type { Feedback, FeedbackRow } from "@reposo/contract/feedback.ts";
import type { FeedbackRecord } from "./feedback-record.ts";

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
    problem: feedback.problem,
    abnormal: feedback.abnormal,
    mediaCount: feedback.mediaCount,
    createdAt: feedback.createdAt.toISOString(),
    answeredAt: feedback.answeredAt?.toISOString() ?? null,
  };
}

export function viewFeedback(feedback: FeedbackRecord, media: Feedback["media"]): Feedback {
  const { answer, couponCode, refundRequest, currency } = feedback;
  return {
    ...viewRow(feedback),
    answer,
    couponCode,
    refundRequested: refundRequest && {
      amount: refundRequest.amountMinor,
      currency,
      state: refundRequest.state,
      refundState: refundRequest.refundState,
    },
    media,
  };
}
