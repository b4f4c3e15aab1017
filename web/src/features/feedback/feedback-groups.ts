import type { FeedbackState } from "@reposo/contract/feedback.ts";

/** What waits for an answer comes first: an address that names no group is of that one. */
const groups = {
  open: ["sent", "lookedAt"],
  answered: ["answered"],
  closed: ["closed"],
} as const satisfies Record<string, readonly FeedbackState[]>;
export type FeedbackGroup = keyof typeof groups;

export const statesOf = (group: FeedbackGroup): FeedbackState[] => [...groups[group]];

export function readFeedbackGroup(query: URLSearchParams): FeedbackGroup {
  const state = query.get("state") ?? "";
  return Object.hasOwnProperty.call(groups, state) ? (state as FeedbackGroup) : "open";
}

/** For an address, which says nothing of what it shows anyway. */
export const feedbackGroupQuery = (group: FeedbackGroup) => ({ state: group === "open" ? null : group });
