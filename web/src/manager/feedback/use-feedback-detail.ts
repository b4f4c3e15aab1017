import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type {
  Feedback,
  FeedbackOutcome,
  feedbackDetail,
  Remedy,
} from "@reposo/contract/feedback/feedback.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { useIdempotentCall } from "#shared/api/use-idempotent-call.ts";

/** Polling interval while the stream of live events is not connected. */
const pollMilliseconds = 15_000;

export type FeedbackPage = ReplyOf<typeof feedbackDetail>;

const everyFeedback = "feedback";

export const useFeedbackDetail = (token: string, feedbackId: string, live: boolean) =>
  useQuery({
    queryKey: [everyFeedback, token, feedbackId],
    queryFn: ({ signal }) => callApi("feedbackDetail", { feedbackId }, { signal, quiet: true }),
    refetchInterval: live ? false : pollMilliseconds,
  });

export const useFeedbackOfOrder = (token: string, orderId: string | null) =>
  useQuery({
    queryKey: [everyFeedback, token, "order", orderId],
    queryFn: ({ signal }) => callApi("feedbackOfOrder", { orderId: orderId ?? "" }, { signal, quiet: true }),
    enabled: orderId !== null,
  });

export function useAnswering(token: string, feedbackId: string) {
  const client = useQueryClient();
  const [pending, setPending] = useState<"view" | "answer" | FeedbackOutcome | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const { call: sendAnswer } = useIdempotentCall("feedbackAnswer", { quiet: true });

  async function run(action: typeof pending, work: () => Promise<Feedback>): Promise<boolean> {
    setPending(action);
    setFailure(null);
    try {
      const feedback = await work();
      client.setQueryData<FeedbackPage>(
        [everyFeedback, token, feedbackId],
        (page) => page && { ...page, feedback },
      );
      return true;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      // Other failures need no message here: `callApi` has already shown one, or the user has left the page.
      if (!["ended", "noToken", "aborted"].includes(error.kind)) setFailure(error);
      return false;
    } finally {
      setPending(null);
      // Not awaited, because the action is complete before the refetch.
      void client.invalidateQueries({ queryKey: [everyFeedback, token] });
    }
  }

  return {
    pending,
    failure,
    markViewed: () => run("view", () => callApi("feedbackLook", { feedbackId }, { quiet: true })),
    answer: (answer: string, remedy: Remedy) =>
      run("answer", () => sendAnswer({ feedbackId, answer, remedy })),
    close: (outcome: FeedbackOutcome) =>
      run(outcome, () => callApi("feedbackClose", { feedbackId, outcome }, { quiet: true })),
  };
}
