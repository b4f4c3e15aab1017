import { randomUUID } from "node:crypto";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import {
  type feedbackInsert,
  type FeedbackProblem,
  feedbackProblems,
} from "@reposo/contract/feedback/feedback.ts";
import {
  acceptsMedia,
  maxFeedbackPerOrder,
  maxOpenFeedbackOf,
} from "@reposo/contract/feedback/feedback-limits.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { maxFeedbackCharacters } from "@reposo/contract/text/text-limits.ts";
import { publishEvents } from "#features/live-events/index.ts";
import { ownerOf } from "#features/uploads/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { SaveReply } from "#platform/http/idempotency/idempotency.ts";
import { actorOf } from "#platform/http/caller.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { randomSymbols } from "#platform/keys/identifiers.ts";
import { type FeedbackDependencies, type FeedbackCaller, requireOrderPages } from "./feedback-access.ts";
import { findReachedLimits, insertFeedback } from "./feedback-store.ts";
import { limitUnpaidFeedback } from "./limit-feedback.ts";
import { dictionaryLabels } from "#features/dictionary/index.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const newReference = (): string => `FB-${randomSymbols(4)}-${randomSymbols(4)}`;

type Reply = ReplyOf<typeof feedbackInsert>;

export interface NewFeedbackRequest {
  readonly caller: FeedbackCaller;
  /** The key of the caller's IP address for rate limits (`addressKey`). */
  readonly address: string;
  readonly request: RequestOf<typeof feedbackInsert>;
  readonly saveReply: SaveReply<Reply>;
}

/**
 * Stores feedback on an order that the caller may see, and attaches files that the caller has uploaded for it.
 * @throws ProductError orderNotFound, permissionMissing, mediaNeedsPaidOrder, feedbackFull, feedbackUnanswered,
 *   feedbackDailyLimit, uploadRefused, mediaQuota, or code 400 for an invalid text
 */
export async function sendFeedback(
  { database, clock, wake, fetchOrder, attachMedia }: FeedbackDependencies,
  { caller, address, request, saveReply }: NewFeedbackRequest,
): Promise<Reply> {
  const { problemType, problem } = readProblem(request.problemType ?? null, request.problem ?? "");
  const { abnormal = "" } = request;
  if (needsText(problemType) && problem === "") throw invalidField("problem", "tooShort");
  for (const [path, text] of Object.entries({ problem, abnormal }))
    if (countCharacters(text) > maxFeedbackCharacters) throw invalidField(path, "tooLong");
  requireOrderPages(caller);
  const order = await fetchOrder(caller, request.orderId);
  const keys = request.media ?? [];
  if (keys.length > 0 && !acceptsMedia(order)) throw new ProductError("mediaNeedsPaidOrder");
  const at = clock.now();
  const customerId = caller.kind === "customer" ? caller.customerId : null;
  const reply = await transact(database, async (uow) => {
    const feedbackId = randomUUID();
    const feedback = {
      feedbackId,
      orderId: order.orderId,
      outletId: order.areaId,
      deviceId: order.deviceId,
      customerId,
      accountId: caller.kind === "manager" ? caller.accountId : null,
      problemType,
      problem,
      abnormal,
      mediaCount: keys.length,
      createdAt: at,
    };
    const maxOpen = maxOpenFeedbackOf(order);
    let reference = newReference();
    while (!(await insertFeedback(uow, { ...feedback, reference }, maxOpen))) {
      const { isFull, isUnanswered } = await findReachedLimits(uow, feedback, maxOpen);
      if (isFull) throw new ProductError("feedbackFull", { data: { most: maxFeedbackPerOrder } });
      if (isUnanswered) throw new ProductError("feedbackUnanswered");
      reference = newReference();
    }
    await limitUnpaidFeedback(uow, clock, { caller, order, address });
    await attachMedia(uow, { owner: ownerOf(caller), keys, feedbackId, orderId: order.orderId });
    addAuditEntry(uow, {
      at,
      actor: actorOf(caller),
      action: "feedback.sent",
      subject: `feedback:${feedbackId}`,
      detail: { orderId: order.orderId, media: keys.length },
    });
    publishEvents(uow, { name: "order", outletId: order.areaId, customerId, subject: order.orderId, at });
    const sent = { feedbackId, reference };
    saveReply(uow, sent);
    return sent;
  });
  wake();
  return reply;
}

/** Returns whether a text is required: if no problem was selected from the list, and for the problem `other`. */
const needsText = (problemType: FeedbackProblem | null): boolean =>
  problemType === null || problemType === "other";

/** Finds the problem whose value, or whose label in any language, equals the text. */
function problemNamed(text: string): FeedbackProblem | null {
  const isNamed = (value: FeedbackProblem) =>
    text === value ||
    Object.values(dictionaryLabels).some((labels) => labels.feedbackProblem[value] === text);
  return feedbackProblems.find(isNamed) ?? null;
}

/**
 * Separates the chosen problem from the text. Older clients send only `problem`, which contains either a text or the
 * entry that the customer chose from the list of problems.
 */
function readProblem(
  problemType: FeedbackProblem | null,
  problem: string,
): { problemType: FeedbackProblem | null; problem: string } {
  const named = problemType ?? problemNamed(problem);
  if (problemType !== null || named === null || needsText(named)) return { problemType, problem };
  return { problemType: named, problem: "" };
}
