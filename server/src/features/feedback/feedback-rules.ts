import type { FeedbackOutcome, FeedbackState, Remedy } from "@reposo/contract/feedback.ts";
import { mostCharacters } from "@reposo/contract/feedback.ts";
import { countCharacters } from "@reposo/contract/text-length.ts";

export type TextProblem = "tooShort" | "tooLong";

/** Blank is nothing, and 140 is what the form's counter says it is. */
export function textProblem(text: string, { needed }: { needed: boolean }): TextProblem | null {
  if (needed && text.trim() === "") return "tooShort";
  return countCharacters(text) > mostCharacters ? "tooLong" : null;
}

/** Sent, being looked at, answered (again, where something is to be added), closed. */
const moves: Readonly<Record<FeedbackState, readonly FeedbackState[]>> = {
  sent: ["lookedAt", "answered"],
  lookedAt: ["answered"],
  answered: ["answered", "closed"],
  closed: [],
};

export const mayMove = (from: FeedbackState, to: FeedbackState): boolean => moves[from].includes(to);

export interface Given {
  readonly couponCode: string | null;
  /** Minor units of the order that came back since the feedback was sent. */
  readonly returnedMinor: number;
}

/** What is said to have come of it must be so: no return without money back, no coupon without its code. */
export function outcomeFits(outcome: FeedbackOutcome, { couponCode, returnedMinor }: Given): boolean {
  if (outcome === "couponGiven") return couponCode !== null;
  return outcome === "explained" || returnedMinor > 0;
}

/** Each once: a second coupon or request would be a mistake, or a favour to a friend. */
export function remedyFits(
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
 * Of what was asked to be given back of its order, newest first: what a feedback tells of, whether its answer asked
 * for it or the order's own page. What was decided before the feedback was sent was no answer to it.
 */
export const requestToTell = <R extends { readonly decidedAt: Date | null }>(
  { createdAt }: { readonly createdAt: Date },
  requests: readonly R[],
): R | null => requests.find(({ decidedAt }) => decidedAt === null || decidedAt >= createdAt) ?? null;
