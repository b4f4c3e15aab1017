import type { ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import type { Follower } from "./feedback-parts.ts";
import type { FeedbackRecord } from "./feedback-record.ts";
import { isUuid } from "#platform/keys/identifiers.ts";

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
