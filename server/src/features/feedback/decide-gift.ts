import { type GiftRecord, settleGift } from "#features/gift-coupons/index.ts";
import { announce } from "#features/live-events/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import { changeFeedback, findFeedbackId, lockFeedback } from "./feedback-store.ts";

export interface GiftDecision {
  /** As shown to people: `FB-1234-5678`. */
  readonly reference: string;
  readonly approved: boolean;
  /** To the manager; required for a refusal. */
  readonly note: string | null;
  readonly actor: string;
}

export type GiftOutcome =
  | { readonly kind: "noFeedback" }
  | { readonly kind: "noRequest" }
  | (GiftRecord & { readonly kind: "decided" });

/** Decides on a requested coupon that exceeds the limits; once approved, the customer receives it. */
export async function decideGift(
  tx: Transaction,
  clock: Clock,
  { reference, ...decision }: GiftDecision,
): Promise<GiftOutcome> {
  const feedbackId = await findFeedbackId(tx, reference);
  const feedback = feedbackId === null ? null : await lockFeedback(tx, feedbackId);
  if (feedback === null) return { kind: "noFeedback" };
  const at = clock.now();
  const gift = await settleGift(tx, feedback.feedbackId, { ...decision, at });
  if (gift === null) return { kind: "noRequest" };
  if (gift.couponCode !== null)
    await changeFeedback(tx, feedback.feedbackId, { state: feedback.state, couponCode: gift.couponCode });
  const { outletId, customerId, orderId } = feedback;
  await announce(tx, { name: "order", outletId, customerId, subject: orderId, at });
  return { kind: "decided", ...gift };
}
