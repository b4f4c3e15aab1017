import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { Feedback, feedbackAnswer, feedbackClose } from "@reposo/contract/feedback/feedback.ts";
import { defaultLanguage } from "@reposo/contract/text/languages.ts";
import { dictionaryLabels } from "#features/dictionary/index.ts";
import { giftOfFeedback, giveCoupon } from "./gift-coupons/index.ts";
import { publishEvents } from "#features/live-events/index.ts";
import { requestsOfOrder, writeRefundRequest } from "#features/orders/refunds/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import type { SaveReply } from "#platform/http/idempotency/idempotency.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { type FeedbackDependencies, requireFeedbackId, requireOwnFeedback } from "./feedback-access.ts";
import { loadFeedbackDetails, viewFeedback } from "./load-feedback-details.ts";
import {
  changeFeedback,
  type FeedbackChange,
  type FeedbackRecord,
  findFeedback,
  lockFeedback,
  returnedSince,
} from "./feedback-store.ts";
import { mayTransition, isOutcomeAllowed, isRemedyAllowed } from "./feedback-rules.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

interface FeedbackAction {
  readonly caller: ManagerCaller;
  readonly feedbackId: string;
  readonly action: string;
}

/**
 * Locks feedback and applies the change that `decide` returns, with an audit entry and a live event. If `decide`
 * returns null, nothing is changed.
 * @throws ProductError feedbackNotFound
 */
async function applyAction(
  { database, clock, wake, viewMedia }: FeedbackDependencies,
  { caller, feedbackId, action }: FeedbackAction,
  decide: (uow: UnitOfWork, feedback: FeedbackRecord, at: Date) => Promise<FeedbackChange | null>,
  saveReply: SaveReply<Feedback> = async () => {},
): Promise<Feedback> {
  const reply = await transact(database, async (uow) => {
    const feedback = requireOwnFeedback(caller, await lockFeedback(uow, requireFeedbackId(feedbackId)));
    const at = clock.now();
    const change = await decide(uow, feedback, at);
    if (change !== null) {
      await changeFeedback(uow, feedbackId, change);
      const { answer, couponCode, outcome } = change;
      const detail = { answer, couponCode, outcome };
      addAuditEntry(uow, { at, actor: actorOf(caller), action, subject: `feedback:${feedbackId}`, detail });
      const { outletId, customerId, orderId } = feedback;
      publishEvents(uow, { name: "order", outletId, customerId, subject: orderId, at });
    }
    const current = requireOwnFeedback(caller, await findFeedback(uow, feedbackId));
    const view = viewFeedback(current, await loadFeedbackDetails(uow, viewMedia, current));
    saveReply(uow, view);
    return view;
  });
  wake();
  return reply;
}

export const markFeedbackViewed = (deps: FeedbackDependencies, caller: ManagerCaller, feedbackId: string) =>
  applyAction(deps, { caller, feedbackId, action: "feedback.lookedAt" }, async (_uow, feedback) =>
    feedback.state === "sent" ? { state: "lookedAt" } : null,
  );

/**
 * Returns the reason of a refund request: the customer's description or, if it is empty, the label of the chosen
 * problem in the default language.
 */
const reasonOf = ({ problem, problemType }: FeedbackRecord): string =>
  problem.trim() === "" && problemType !== null
    ? dictionaryLabels[defaultLanguage].feedbackProblem[problemType]
    : problem;

export const answerFeedback = (
  deps: FeedbackDependencies,
  {
    caller,
    request,
    saveReply,
  }: {
    caller: ManagerCaller;
    request: RequestOf<typeof feedbackAnswer>;
    saveReply: SaveReply<ReplyOf<typeof feedbackAnswer>>;
  },
) => {
  const { feedbackId, answer, remedy = "none" } = request;
  const { giftLimits: limits } = deps;
  return applyAction(
    deps,
    { caller, feedbackId, action: "feedback.answered" },
    async (uow, feedback, at) => {
      const requests = await requestsOfOrder(uow, feedback.orderId);
      const gift = await giftOfFeedback(uow, feedbackId);
      if (
        !mayTransition(feedback.state, "answered") ||
        !isRemedyAllowed(remedy, feedback, { requests, gift })
      )
        throw new ProductError("orderStatusForbids");
      if (remedy === "refund") {
        const { orderId } = feedback;
        const reason = reasonOf(feedback);
        await writeRefundRequest(uow, caller, { orderId, amountMinor: null, reason, feedbackId }, at);
      }
      return {
        state: "answered",
        answer,
        answeredAt: at,
        couponCode:
          remedy === "coupon" ? await giveCoupon(uow, caller, { limits, cause: feedback, at }) : null,
      };
    },
    saveReply,
  );
};

export const closeFeedback = (
  deps: FeedbackDependencies,
  caller: ManagerCaller,
  { feedbackId, outcome }: RequestOf<typeof feedbackClose>,
) =>
  applyAction(deps, { caller, feedbackId, action: "feedback.closed" }, async (uow, feedback, at) => {
    const returnedMinor = await returnedSince(uow, feedback.orderId, feedback.createdAt);
    if (
      !mayTransition(feedback.state, "closed") ||
      !isOutcomeAllowed(outcome, { couponCode: feedback.couponCode, returnedMinor })
    )
      throw new ProductError("orderStatusForbids");
    return { state: "closed", outcome, closedAt: at };
  });
