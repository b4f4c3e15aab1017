import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import type { FeedbackRecord } from "./feedback-store.ts";
import type { Feedback } from "@reposo/contract/feedback/feedback.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { orderDetail } from "@reposo/contract/orders/orders.ts";
import type { GiftLimits } from "./gift-coupons/index.ts";
import type { Uploads } from "#features/uploads/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database, Querier } from "#platform/postgres/database.ts";

export type FeedbackCaller = CustomerCaller | ManagerCaller;

export interface FeedbackDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Called after a commit with live events, so that they are sent before the next poll. */
  readonly wake: () => void;
  readonly giftLimits: GiftLimits;
  /** @throws ProductError orderNotFound, also for an order that the caller may not view */
  readonly fetchOrder: (caller: FeedbackCaller, orderId: string) => Promise<ReplyOf<typeof orderDetail>>;
  /** Attaches uploaded files to a new feedback. @throws ProductError uploadRefused, mediaQuota */
  readonly attachMedia: Uploads["attachMedia"];
  readonly viewMedia: (db: Querier, feedbackId: string) => Promise<Feedback["media"]>;
}

/** @throws ProductError feedbackNotFound, also for feedback about an outlet that the caller does not manage */
export function requireOwnFeedback(caller: ManagerCaller, feedback: FeedbackRecord | null): FeedbackRecord {
  if (feedback === null || !caller.outletIds.includes(feedback.outletId))
    throw new ProductError("feedbackNotFound");
  return feedback;
}

/** @throws ProductError feedbackNotFound for a text that is no UUID */
export const requireFeedbackId = (feedbackId: string): string => {
  if (!isUuid(feedbackId)) throw new ProductError("feedbackNotFound");
  return feedbackId;
};

/**
 * Requires the permission `details` of managers, even for feedback on an order that they placed (NAV-5).
 * @throws ProductError permissionMissing
 */
export function requireOrderPages(caller: FeedbackCaller): void {
  if (caller.kind === "manager" && !caller.permissions.includes("details"))
    throw new ProductError("permissionMissing");
}
