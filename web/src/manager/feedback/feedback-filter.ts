import { openFeedbackStates } from "@reposo/contract/feedback/feedback-limits.ts";
import type { FeedbackState } from "@reposo/contract/feedback/feedback.ts";
import { oneOf } from "#shared/routing/routes.ts";

/** The states of feedback in each group. `open` is the default group. */
const groups = {
  open: openFeedbackStates,
  answered: ["answered"],
  closed: ["closed"],
} as const satisfies Record<string, readonly FeedbackState[]>;
export type FeedbackGroup = keyof typeof groups;

export const statesOf = (group: FeedbackGroup): FeedbackState[] => [...groups[group]];

export interface FeedbackFilter {
  readonly group: FeedbackGroup;
  /** Null means all outlets of the manager. */
  readonly areaId: string | null;
}

export const readFeedbackFilter = (query: URLSearchParams): FeedbackFilter => ({
  group: oneOf(Object.keys(groups) as FeedbackGroup[], query.get("state")) ?? "open",
  areaId: query.get("areaId") || null,
});

export const feedbackQuery = ({ group, areaId }: FeedbackFilter) => ({
  state: group === "open" ? null : group,
  areaId,
});

/**
 * Reads what is shown: one feedback, the feedback on one order, or the gift coupons. The list is shown if `view` is
 * null.
 */
export function readFeedbackView(query: URLSearchParams) {
  const feedbackId = query.get("feedbackId");
  const orderId = feedbackId === null ? query.get("orderId") : null;
  const giftsShown = feedbackId === null && orderId === null && query.get("rows") === "coupons";
  return {
    feedbackId,
    orderId,
    giftsShown,
    view: feedbackId ?? orderId ?? (giftsShown ? "coupons" : null),
  };
}
