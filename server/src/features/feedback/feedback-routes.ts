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
import type { FeedbackFeature } from "./create-feedback.ts";

export function registerFeedbackRoutes(http: FastifyInstance, feedback: FeedbackFeature): void {
  serve(http, feedbackInsert, ({ caller, request, ip, saveReply }) =>
    feedback.send({ caller, address: addressKey(ip), request, saveReply }),
  );
  serve(http, feedbackOfOrder, ({ caller, request }) => feedback.ofOrder(caller, request.orderId));
  serve(http, feedbackList, ({ caller, request }) => feedback.list(caller, request));
  serve(http, feedbackDetail, ({ caller, request }) => feedback.show(caller, request.feedbackId));
  serve(http, feedbackLook, ({ caller, request }) => feedback.markViewed(caller, request.feedbackId));
  serve(http, feedbackAnswer, ({ caller, request, saveReply }) =>
    feedback.answer({ caller, request, saveReply }),
  );
  serve(http, feedbackClose, ({ caller, request }) =>
    feedback.close(caller, request.feedbackId, request.outcome),
  );
}
