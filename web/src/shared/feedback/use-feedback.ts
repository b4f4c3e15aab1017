import type { Feedback } from "@reposo/contract/feedback/feedback.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useCallback, useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { useLiveRefetch } from "#shared/live/use-live-refetch.ts";

/** Result codes of final refusals, which end the polling. After any other failure, it continues. */
const refusals: readonly (number | null)[] = [resultCodes.permissionMissing, resultCodes.orderNotFound];

const pollMilliseconds = 15_000;

export interface OwnFeedback {
  /** The feedback on the order, newest first, with the manager's answers; null until it has loaded. */
  readonly sent: readonly Feedback[] | null;
  /** Whether the user may neither see nor give feedback, such as a manager without access to orders (NAV-5). */
  readonly isRefused: boolean;
}

export function useOwnFeedback(orderId: string): OwnFeedback {
  const [feedback, setFeedback] = useState<readonly Feedback[] | null>(null);
  const [isRefused, setRefused] = useState(false);
  const latest = useRef(0);
  const reload = useCallback(() => {
    latest.current += 1;
    const call = latest.current;
    callApi("feedbackOfOrder", { orderId }, { quiet: true }).then(
      // Responses are ignored if a later call has been sent.
      (fetched) => {
        if (call !== latest.current) return;
        setFeedback(fetched);
        setRefused(false);
      },
      (error: unknown) => {
        if (call !== latest.current || !refusals.includes(refusalCode(error))) return;
        // The refusal is not shown: the page itself shows that the order is missing, or hides the link to feedback.
        setFeedback([]);
        setRefused(true);
      },
    );
  }, [orderId]);

  const isOpen = feedback?.some(({ state }) => state !== "closed") ?? false;
  useLiveRefetch(reload, {
    follows: isOpen,
    onEvent: (event) => {
      if (event.name === "order" && event.data.orderId === orderId) reload();
    },
    pollMilliseconds: feedback === null || isOpen ? pollMilliseconds : null,
  });
  return { sent: feedback, isRefused };
}
