import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";
import type { Feedback } from "@reposo/contract/feedback/feedback.ts";
import { orderOf } from "./order-data.ts";
import { instantAfter } from "./instants.ts";

export const feedbackOf = (fields: Partial<Feedback> = {}): Feedback => ({
  feedbackId: "feedback-1",
  reference: "FB-7K3M-92QX",
  orderId: "order-1",
  orderNumber: "260302-7K3M-92QX",
  deviceId: "MC1000",
  areaId: "outlet-1",
  areaName: "Ayala Mall",
  state: "sent",
  outcome: null,
  problemType: null,
  problem: "The foot rest is stuck",
  abnormal: "",
  mediaCount: 0,
  createdAt: instantAfter(0),
  answeredAt: null,
  answer: null,
  answers: [],
  couponCode: null,
  coupon: null,
  gift: null,
  refundRequested: null,
  media: [],
  ...fields,
});

type Detail = ReplyOf<Endpoints["feedbackDetail"]>;

/** A manager's view of feedback on an ended order. */
export const feedbackDetailOf = (feedback: Feedback, fields: Partial<Detail> = {}): Detail => ({
  feedback,
  order: orderOf({ orderStatus: "completed", endReason: "finished", endedAt: instantAfter(0) }),
  steps: [],
  orderSteps: [],
  chairOrders: [
    {
      orderId: "order-1",
      orderNumber: "260302-7K3M-92QX",
      orderTime: instantAfter(-30),
      orderStatus: "completed",
      endReason: "finished",
      feedbacks: 1,
    },
    {
      orderId: "order-0",
      orderNumber: "260302-4G2M-81QX",
      orderTime: instantAfter(-3_600),
      orderStatus: "completed",
      endReason: "finished",
      feedbacks: 1,
    },
  ],
  giftOffer: { amount: null, currency: "PHP", limit: null, most: null },
  mayAskRefund: false,
  returned: 0,
  ...fields,
});

/** Feedback with an answer, and the coupon given with it. */
export const answeredFeedbackOf = (
  feedback: Feedback,
  answer: string,
  couponCode: string | null = null,
): Feedback => {
  const answeredAt = instantAfter(60 * (feedback.answers.length + 1));
  return {
    ...feedback,
    state: "answered",
    answer,
    answeredAt,
    answers: [...feedback.answers, { answer, answeredAt, couponCode }],
    couponCode: couponCode ?? feedback.couponCode,
    gift:
      couponCode === null
        ? feedback.gift
        : { amount: null, currency: "PHP", state: "given", limit: null, decision: null },
  };
};
