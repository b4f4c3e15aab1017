import type { Feedback } from "@reposo/contract/feedback/feedback.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { refusalCode } from "#shared/api/api-failure.ts";
import { feedbackOfOrderQuery } from "#shared/feedback/feedback-of-order.ts";
import { useLiveOrders } from "./use-live-orders.ts";

/** Result codes of final refusals, which end the polling. After any other failure, it continues. */
const refusals: readonly (number | null)[] = [resultCodes.permissionMissing, resultCodes.orderNotFound];
const isFinalRefusal = (error: Error | null): boolean => refusals.includes(refusalCode(error));

const pollMilliseconds = 15_000;

const isOpen = (sent: readonly Feedback[]): boolean => sent.some(({ state }) => state !== "closed");

export interface OwnFeedback {
  /** The feedback on the order, newest first, with the manager's answers; null until it has loaded. */
  readonly sent: readonly Feedback[] | null;
  /**
   * Whether the user may neither see nor give feedback: a manager without access to orders (NAV-5), or a user to whom
   * the order is hidden.
   */
  readonly isRefused: boolean;
}

/** Fetches the customer's feedback on an order, and keeps it up to date until all of it is closed. */
export function useOwnFeedback(orderId: string): OwnFeedback {
  // A state, because the query's polling depends on the stream, which is opened according to the query's data.
  const [follows, setFollows] = useState(false);
  const isLive = useLiveOrders(follows) === "live";
  const { data, error } = useQuery({
    ...feedbackOfOrderQuery(orderId),
    refetchOnWindowFocus: "always",
    // Polls unless the stream is live, because in-app browsers of some payment apps buffer it.
    refetchInterval: ({ state }) => {
      if (isFinalRefusal(state.error)) return false;
      const isCurrent = state.data !== undefined && (isLive || !isOpen(state.data));
      return isCurrent ? false : pollMilliseconds;
    },
  });
  const isFollowing = data !== undefined && isOpen(data);
  if (isFollowing !== follows) setFollows(isFollowing);
  const isRefused = isFinalRefusal(error);
  // After a refusal, the list is empty instead of loading: the page itself shows that the order is missing, or hides the
  // link to feedback.
  return { sent: data ?? (isRefused ? [] : null), isRefused };
}
