import { giftOfFeedback } from "#features/gift-coupons/index.ts";
import { requestsOfOrder } from "#features/orders/refunds/index.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { answersOf, couponOf } from "./feedback-answers-store.ts";
import type { FeedbackParts } from "./feedback-parts.ts";
import type { FeedbackRecord } from "./feedback-record.ts";
import type { Beside } from "./feedback-view.ts";

/** Reads what is shown beside a feedback. */
export async function besideOf(
  db: Querier,
  viewMedia: FeedbackParts["viewMedia"],
  { feedbackId, orderId, couponCode }: FeedbackRecord,
): Promise<Beside> {
  const [media, answers, coupon, requests, gift] = await Promise.all([
    viewMedia(db, feedbackId),
    answersOf(db, feedbackId),
    couponCode === null ? null : couponOf(db, feedbackId),
    requestsOfOrder(db, orderId),
    giftOfFeedback(db, feedbackId),
  ]);
  return { media, answers, coupon, requests, gift };
}
