import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import type { FeedbackRecord } from "./feedback-store.ts";
import type { Feedback } from "@reposo/contract/feedback.ts";
import type { Order } from "@reposo/contract/orders.ts";
import type { Static } from "typebox";
import type { GiftLimits } from "#features/gift-coupons/index.ts";
import type { Uploads } from "#features/uploads/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database, Querier } from "#platform/postgres/database.ts";

export type Follower = CustomerCaller | ManagerCaller;

/** What the use cases stand on. */
export interface FeedbackParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly wake: () => void;
  readonly giftLimits: GiftLimits;
  /** Throws `orderNotFound`, also for somebody else's. */
  readonly showOrder: (caller: Follower, orderId: string) => Promise<Static<typeof Order>>;
  /** Throws `uploadRefused` and `mediaQuota`. */
  readonly attachMedia: Uploads["attachMedia"];
  readonly viewMedia: (db: Querier, feedbackId: string) => Promise<Feedback["media"]>;
}

/** @throws ProductError feedbackNotFound, also where it is about another's outlet */
export function own(caller: ManagerCaller, feedback: FeedbackRecord | null): FeedbackRecord {
  if (feedback === null || !caller.outletIds.includes(feedback.outletId))
    throw new ProductError("feedbackNotFound");
  return feedback;
}

export const idOrAbsent = (feedbackId: string): string => {
  if (!isUuid(feedbackId)) throw new ProductError("feedbackNotFound");
  return feedbackId;
};

/**
 * A customer's words and the codes of coupons belong to the orders' pages, also where they are asked for by an order
 * that a manager without these pages started (NAV-5).
 * @throws ProductError permissionMissing
 */
export function requireOrderPages(caller: Follower): void {
  if (caller.kind === "manager" && !caller.permissions.includes("details"))
    throw new ProductError("permissionMissing");
}
