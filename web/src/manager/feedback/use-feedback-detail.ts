import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import {
  type Feedback,
  type FeedbackOutcome,
  feedbackAnswer,
  feedbackClose,
  feedbackDetail,
  feedbackLook,
  feedbackOfOrder,
  type Remedy,
} from "@reposo/contract/feedback.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { newIdempotencyKey } from "#shared/api/api-exchange.ts";
import { ApiFailure, refusalCode } from "#shared/api/api-failure.ts";

/** How often it is asked for while no stream brings the news. */
const askMilliseconds = 15_000;

export type FeedbackPage = ReplyOf<typeof feedbackDetail>;

const everyFeedback = "feedback";

/** One feedback with what stands beside it. */
export const useFeedbackDetail = (token: string, feedbackId: string, live: boolean) =>
  useQuery({
    queryKey: [everyFeedback, token, feedbackId],
    queryFn: ({ signal }) => callApi(feedbackDetail, { feedbackId }, { signal, quiet: true }),
    refetchInterval: live ? false : askMilliseconds,
  });

/** All that was said of an order, newest first. */
export const useFeedbackOfOrder = (token: string, orderId: string | null) =>
  useQuery({
    queryKey: [everyFeedback, token, "order", orderId],
    queryFn: ({ signal }) => callApi(feedbackOfOrder, { orderId: orderId ?? "" }, { signal, quiet: true }),
    enabled: orderId !== null,
  });

/** What a manager may do with one feedback; whatever was shown of it is read anew behind it. */
export function useAnswering(token: string, feedbackId: string) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const kept = useRef<{ words: string; key: string } | null>(null);

  async function run(work: () => Promise<Feedback>): Promise<boolean> {
    setPending(true);
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
      // The others lead elsewhere by themselves.
      if (!["ended", "noToken", "aborted"].includes(error.kind)) setFailure(error);
      return false;
    } finally {
      setPending(false);
      // Not waited for: what was done is done, however long the reading takes.
      void client.invalidateQueries({ queryKey: [everyFeedback, token] });
    }
  }

  return {
    pending,
    failure,
    look: () => run(() => callApi(feedbackLook, { feedbackId }, { quiet: true })),
    answer: (answer: string, remedy: Remedy) => {
      const words = JSON.stringify([answer, remedy]);
      if (kept.current?.words !== words) kept.current = { words, key: newIdempotencyKey() };
      const idempotencyKey = kept.current.key;
      return run(async () => {
        try {
          const request = { feedbackId, answer, remedy };
          const answered = await callApi(feedbackAnswer, request, { idempotencyKey, quiet: true });
          kept.current = null;
          return answered;
        } catch (error) {
          // Its reason may be gone the next time, and the same key would bring the same answer.
          if (refusalCode(error) !== null) kept.current = null;
          throw error;
        }
      });
    },
    close: (outcome: FeedbackOutcome) =>
      run(() => callApi(feedbackClose, { feedbackId, outcome }, { quiet: true })),
  };
}
