import { randomUUID } from "node:crypto";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import {
  type feedbackInsert,
  type FeedbackProblem,
  feedbackProblems,
  mostOfOrder,
} from "@reposo/contract/feedback.ts";
import { takesMedia } from "@reposo/contract/feedback-media.ts";
import { announce } from "#features/live-events/index.ts";
import { ownerOf } from "#features/uploads/index.ts";
import { writeAudit } from "#platform/postgres/audit-trail.ts";
import type { Remember } from "#platform/http/idempotency/idempotency.ts";
import { actorOf } from "#platform/http/caller.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { randomSymbols } from "#platform/keys/identifiers.ts";
import { transact } from "#platform/postgres/transactions.ts";
import { actorOf, type FeedbackParts, type Follower, requireOrderPages } from "./feedback-access.ts";
import { textProblem } from "./feedback-rules.ts";
import { countOfOrder, insertFeedback } from "./feedback-store.ts";
import { dictionaryLabels } from "#features/dictionary/index.ts";

const newReference = (): string => `FB-${randomSymbols(4)}-${randomSymbols(4)}`;

type Reply = ReplyOf<typeof feedbackInsert>;

export interface Sending {
  readonly caller: Follower;
  readonly request: RequestOf<typeof feedbackInsert>;
  readonly remember: Remember<Reply>;
}

/** A word on an order that the caller may see; its files are the caller's own and used for nothing else. */
export async function sendFeedback(
  { database, clock, wake, showOrder, attachMedia }: FeedbackParts,
  { caller, request, remember }: Sending,
): Promise<Reply> {
  // Line ends of a form's body count as one character, as in the field they were typed into.
  const { problemType, problem } = readProblem(
    request.problemType ?? null,
    (request.problem ?? "").replaceAll("\r\n", "\n"),
  );
  const abnormal = (request.abnormal ?? "").replaceAll("\r\n", "\n");
  for (const [path, text] of Object.entries({ problem, abnormal })) {
    const wrong = textProblem(text, { needed: path === "problem" && needsWords(problemType) });
    if (wrong !== null) throw invalidField(path, wrong);
  }
  requireOrderPages(caller);
  const order = await showOrder(caller, request.orderId);
  const keys = request.media ?? [];
  if (keys.length > 0 && !takesMedia(order.orderStatus)) throw new ProductError("mediaNeedsPaidOrder");
  const at = clock.now();
  const customerId = caller.kind === "customer" ? caller.customerId : null;
  const reply = await transact(database, async (tx) => {
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
    let reference = newReference();
    while (!(await insertFeedback(tx, { ...feedback, reference }, mostOfOrder))) {
      if ((await countOfOrder(tx, order.orderId)) >= mostOfOrder)
        throw new ProductError("feedbackFull", { data: { most: mostOfOrder } });
      reference = newReference();
    }
    await attachMedia(tx, { owner: ownerOf(caller), keys, feedbackId, orderId: order.orderId });
    await writeAudit(tx, {
      at,
      actor: actorOf(caller),
      action: "feedback.sent",
      subject: `feedback:${feedbackId}`,
      detail: { orderId: order.orderId, media: keys.length },
    });
    await announce(tx, { name: "order", outletId: order.areaId, customerId, subject: order.orderId, at });
    const sent = { feedbackId, reference };
    await remember(tx, sent);
    return sent;
  });
  wake();
  return reply;
}

/** A chosen problem speaks for itself, except `other`. */
export const needsWords = (problemType: FeedbackProblem | null): boolean =>
  problemType === null || problemType === "other";

/** The dictionary's problem that a text is, as its value or as its label in any language. */
function problemNamed(text: string): FeedbackProblem | null {
  const isNamed = (value: FeedbackProblem) =>
    text === value ||
    Object.values(dictionaryLabels).some((labels) => labels.feedbackProblem[value] === text);
  return feedbackProblems.find(isNamed) ?? null;
}

/** Older clients know one field: it holds words, or what was chosen from the dictionary. */
export function readProblem(
  problemType: FeedbackProblem | null,
  problem: string,
): { problemType: FeedbackProblem | null; problem: string } {
  const named = problemType ?? problemNamed(problem.trim());
  if (problemType !== null || named === null || needsWords(named)) return { problemType, problem };
  return { problemType: named, problem: "" };
}
