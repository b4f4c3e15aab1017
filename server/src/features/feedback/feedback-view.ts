import type { Feedback, FeedbackRow } from "@reposo/contract/feedback.ts";
import type { RequestRecord } from "#features/refund-requests/index.ts";
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
    problem: feedback.problem,
    abnormal: feedback.abnormal,
    mediaCount: feedback.mediaCount,
    createdAt: feedback.createdAt.toISOString(),
    answeredAt: feedback.answeredAt?.toISOString() ?? null,
  };
}

/** What stands beside a feedback: its files, and what was asked to be given back of its order. */
export interface Beside {
  readonly media: Feedback["media"];
  readonly requests: readonly RequestRecord[];
}

export function viewFeedback(feedback: FeedbackRecord, { media, requests }: Beside): Feedback {
  const { answer, couponCode } = feedback;
  const asked = requestToTell(feedback, requests);
  return {
    ...viewRow(feedback),
    answer,
    couponCode,
    refundRequested: asked && {
      amount: asked.amountMinor,
      currency: asked.currency,
      state: asked.state,
      refundState: asked.refundState,
    },
    media,
  };
}
