import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { feedbackList, FeedbackOutcome } from "@reposo/contract/feedback.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { answerFeedback, closeFeedback, lookAtFeedback } from "./answer-feedback.ts";
import type { FeedbackParts, Follower } from "./feedback-access.ts";
import { sendFeedback, type Sending } from "./insert-feedback.ts";
import { listFeedback, listOfOrder, showFeedback } from "./list-feedback.ts";

export type FeedbackFeature = ReturnType<typeof createFeedback>;

export function createFeedback(parts: FeedbackParts) {
  return {
    send: (sending: Sending) => sendFeedback(parts, sending),
    ofOrder: (caller: Follower, orderId: string) => listOfOrder(parts, caller, orderId),
    list: (caller: ManagerCaller, request: RequestOf<typeof feedbackList>) =>
      listFeedback(parts, caller, request),
    show: (caller: ManagerCaller, feedbackId: string) => showFeedback(parts, caller, feedbackId),
    lookAt: (caller: ManagerCaller, feedbackId: string) => lookAtFeedback(parts, caller, feedbackId),
    answer: (answering: Parameters<typeof answerFeedback>[1]) => answerFeedback(parts, answering),
    close: (caller: ManagerCaller, feedbackId: string, outcome: FeedbackOutcome) =>
      closeFeedback(parts, { caller, feedbackId, outcome }),
  };
}
