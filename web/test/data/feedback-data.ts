import type { Feedback } from "@reposo/contract/feedback/feedback.ts";
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
