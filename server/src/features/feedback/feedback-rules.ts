import type { FeedbackOutcome, FeedbackState, Remedy } from "@reposo/contract/feedback/feedback.ts";

/** The state graph of feedback. Answered feedback may be answered again. */
const transitions: Readonly<Record<FeedbackState, readonly FeedbackState[]>> = {
  sent: ["lookedAt", "answered"],
  lookedAt: ["answered"],
  answered: ["answered", "closed"],
  closed: [],
};

export const mayTransition = (from: FeedbackState, to: FeedbackState): boolean =>
  transitions[from].includes(to);

/**
 * Returns whether an outcome is true: `refunded` requires that a part of the order's amount was returned since the
 * feedback was sent (`returnedMinor`), and `couponGiven` requires a coupon code.
 */
export function isOutcomeAllowed(
  outcome: FeedbackOutcome,
  { couponCode, returnedMinor }: { readonly couponCode: string | null; readonly returnedMinor: number },
): boolean {
  if (outcome === "couponGiven") return couponCode !== null;
  return outcome === "explained" || returnedMinor > 0;
}

/**
 * Returns whether a remedy may be given: a coupon and a refund can be given or requested at most once each per
 * feedback.
 */
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
