import {
  feedbackAnswer,
  feedbackClose,
  feedbackDetail,
  feedbackInsert,
  feedbackList,
  feedbackLook,
  feedbackOfOrder,
} from "@reposo/contract/feedback/feedback.ts";
import type { FastifyInstance } from "fastify";
import { addressKey } from "#platform/http/limits/address-key.ts";
import { serve } from "#platform/http/serve.ts";
import { answerFeedback, closeFeedback, markFeedbackViewed } from "./answer-feedback.ts";
import type { FeedbackDependencies } from "./feedback-access.ts";
import { sendFeedback } from "./insert-feedback.ts";
import { listFeedback, listFeedbackOfOrder, showFeedback } from "./list-feedback.ts";

export function registerFeedbackRoutes(http: FastifyInstance, deps: FeedbackDependencies): void {
  serve(http, feedbackInsert, ({ caller, request, ip, saveReply }) =>
    sendFeedback(deps, { caller, address: addressKey(ip), request, saveReply }),
  );
  serve(http, feedbackOfOrder, ({ caller, request }) => listFeedbackOfOrder(deps, caller, request.orderId));
  serve(http, feedbackList, ({ caller, request }) => listFeedback(deps, caller, request));
  serve(http, feedbackDetail, ({ caller, request }) => showFeedback(deps, caller, request.feedbackId));
  serve(http, feedbackLook, ({ caller, request }) => markFeedbackViewed(deps, caller, request.feedbackId));
  serve(http, feedbackAnswer, ({ caller, request, saveReply }) =>
    answerFeedback(deps, { caller, request, saveReply }),
  );
  serve(http, feedbackClose, ({ caller, request }) => closeFeedback(deps, caller, request));
}
