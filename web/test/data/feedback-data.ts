import type { Feedback, FeedbackProblem } from "@reposo/contract/feedback/feedback.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";
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

const problemLabels: Record<FeedbackProblem, string> = {
  notStarted: "The chair did not start",
  stoppedEarly: "The massage stopped early",
  wrongCharge: "The charge is wrong",
  discomfort: "The massage is uncomfortable",
  dirty: "The chair is dirty or damaged",
  other: "Other",
};

/** The server's labels of enumerations, without those that the test does not need. */
export const dictionaryOf = (
  fields: Partial<ReplyOf<Endpoints["dictionary"]>["entries"]> = {},
): ReplyOf<Endpoints["dictionary"]> => ({
  version: "1",
  entries: {
    orderStatus: [],
    payType: [],
    orderType: [],
    couponProperty: [],
    deviceStatus: [],
    feedbackProblem: Object.entries(problemLabels).map(([value, label]) => ({ value, label })),
    ...fields,
  },
});
