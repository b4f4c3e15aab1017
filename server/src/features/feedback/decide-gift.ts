import {
  decideRequestedGift,
  type GiftDecisionInput,
  type GiftDecisionOutcome,
} from "./gift-coupons/index.ts";
import { publishEvents } from "#features/live-events/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import { changeFeedback, findFeedbackId, lockFeedback } from "./feedback-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export type GiftDecision = Omit<GiftDecisionInput, "at"> & {
  /** The reference that is displayed for the feedback, such as `FB-1234-5678`. */
  readonly reference: string;
};

/**
 * `noFeedback`: no feedback has this reference. `noRequest`: no coupon was requested for the feedback, or the request
 * was decided earlier. `exceeds`: the coupon exceeds the order's money.
 */
export type GiftOutcome = { readonly kind: "noFeedback" } | GiftDecisionOutcome;

/**
 * Approves or refuses a gift coupon that a manager requested because it exceeds a limit. The customer sees an approved
 * coupon in the answer to the feedback.
 */
export async function decideGift(
  uow: UnitOfWork,
  clock: Clock,
  { reference, ...decision }: GiftDecision,
): Promise<GiftOutcome> {
  const feedbackId = await findFeedbackId(uow, reference);
  const feedback = feedbackId === null ? null : await lockFeedback(uow, feedbackId);
  if (feedback === null) return { kind: "noFeedback" };
  const at = clock.now();
  const gift = await decideRequestedGift(uow, feedback.feedbackId, { ...decision, at });
  if (gift.kind !== "decided") return gift;
  if (gift.couponCode !== null)
    await changeFeedback(uow, feedback.feedbackId, { state: feedback.state, couponCode: gift.couponCode });
  const { outletId, customerId, orderId } = feedback;
  publishEvents(uow, { name: "order", outletId, customerId, subject: orderId, at });
  return gift;
}
