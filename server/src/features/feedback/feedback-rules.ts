import type { FeedbackOutcome, FeedbackState, Remedy } from "@reposo/contract/feedback/feedback.ts";
import { maxFeedbackCharacters } from "@reposo/contract/feedback/feedback.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";

export type TextProblem = "tooShort" | "tooLong";

/** Returns why a text is not accepted, or null. Counts characters in the same way as the form in the browser. */
export function textProblem(text: string, { required }: { required: boolean }): TextProblem | null {
  if (required && text.trim() === "") return "tooShort";
  return countCharacters(text) > maxFeedbackCharacters ? "tooLong" : null;
}

/** The state graph of feedback. Answered feedback may be answered again. */
const transitions: Readonly<Record<FeedbackState, readonly FeedbackState[]>> = {
  sent: ["lookedAt", "answered"],
  lookedAt: ["answered"],
  answered: ["answered", "closed"],
  closed: [],
};

export const mayTransition = (from: FeedbackState, to: FeedbackState): boolean =>
  transitions[from].includes(to);

export interface Compensation {
  readonly couponCode: string | null;
  /** Minor units of the order's amount that were returned since the feedback was sent. */
  readonly returnedMinor: number;
}

/** Returns whether an outcome is true: `refunded` requires a returned refund, and `couponGiven` a coupon code. */
export function isOutcomeAllowed(
  outcome: FeedbackOutcome,
  { couponCode, returnedMinor }: Compensation,
): boolean {
  if (outcome === "couponGiven") return couponCode !== null;
  return outcome === "explained" || returnedMinor > 0;
}

/** Returns whether a remedy may be given: each remedy at most once per feedback. */
export function isRemedyAllowed(
  remedy: Remedy,
  feedback: { readonly feedbackId: string; readonly couponCode: string | null },
  {
    requests,
    gift,
  }: { readonly requests: readonly { readonly feedbackId: string | null }[]; readonly gift: object | null },
): boolean {
  if (remedy === "coupon") return feedback.couponCode === null && gift === null;
  return remedy === "none" || requests.every(({ feedbackId }) => feedbackId !== feedback.feedbackId);
}

/**
 * Returns the first refund request that was not decided before the feedback was sent, because an earlier decision
 * is no answer to the feedback.
 */
export const relatedRequest = <R extends { readonly decidedAt: Date | null }>(
  { createdAt }: { readonly createdAt: Date },
  requests: readonly R[],
): R | null => requests.find(({ decidedAt }) => decidedAt === null || decidedAt >= createdAt) ?? null;
