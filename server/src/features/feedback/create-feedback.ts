import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { feedbackList, FeedbackOutcome } from "@reposo/contract/feedback/feedback.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { answerFeedback, closeFeedback, markFeedbackViewed } from "./answer-feedback.ts";
import type { FeedbackDependencies, FeedbackCaller } from "./feedback-access.ts";
import { type NewFeedbackRequest, sendFeedback } from "./insert-feedback.ts";
import { listFeedback, listOfOrder, showFeedback } from "./list-feedback.ts";

export type FeedbackFeature = ReturnType<typeof createFeedback>;

export function createFeedback(deps: FeedbackDependencies) {
  return {
    send: (given: NewFeedbackRequest) => sendFeedback(deps, given),
    ofOrder: (caller: FeedbackCaller, orderId: string) => listOfOrder(deps, caller, orderId),
    list: (caller: ManagerCaller, request: RequestOf<typeof feedbackList>) =>
      listFeedback(deps, caller, request),
    show: (caller: ManagerCaller, feedbackId: string) => showFeedback(deps, caller, feedbackId),
    markViewed: (caller: ManagerCaller, feedbackId: string) => markFeedbackViewed(deps, caller, feedbackId),
    answer: (answering: Parameters<typeof answerFeedback>[1]) => answerFeedback(deps, answering),
    close: (caller: ManagerCaller, feedbackId: string, outcome: FeedbackOutcome) =>
      closeFeedback(deps, { caller, feedbackId, outcome }),
  };
}
