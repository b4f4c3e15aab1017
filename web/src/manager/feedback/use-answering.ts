import type { FeedbackOutcome, Remedy } from "@reposo/contract/feedback/feedback.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import { operationOf } from "#shared/api/api-query.ts";
import { useIdempotentCall } from "#shared/api/use-idempotent-call.ts";
import { feedbackDetailQuery, type FeedbackPage } from "./feedback-queries.ts";

type Action =
  | { readonly kind: "view" }
  | { readonly kind: "answer"; readonly answer: string; readonly remedy: Remedy }
  | { readonly kind: "close"; readonly outcome: FeedbackOutcome };

/** Operations whose replies change with an answer. */
const changed: readonly unknown[] = ["feedbackDetail", "feedbackOfOrder", "feedbackList"];

/** The manager's actions on feedback. `pending` is the action that is being executed, or its outcome if it closes. */
export function useAnswering(feedbackId: string) {
  const client = useQueryClient();
  const { call: sendAnswer } = useIdempotentCall("feedbackAnswer", { quiet: true });
  const { mutateAsync, isPending, variables, error } = useMutation({
    mutationFn: (action: Action) => {
      if (action.kind === "view") return callApi("feedbackLook", { feedbackId }, { quiet: true });
      if (action.kind === "close")
        return callApi("feedbackClose", { feedbackId, outcome: action.outcome }, { quiet: true });
      return sendAnswer({ feedbackId, answer: action.answer, remedy: action.remedy });
    },
    onSuccess: (feedback) =>
      void client.setQueryData<FeedbackPage>(
        feedbackDetailQuery(feedbackId).queryKey,
        (page) => page && { ...page, feedback },
      ),
    // Not awaited, because the action is complete before the refetch.
    onSettled: () =>
      void client.invalidateQueries({ predicate: (query) => changed.includes(operationOf(query)) }),
  });
  const run = (action: Action): Promise<boolean> =>
    mutateAsync(action).then(
      () => true,
      () => false,
    );
  return {
    pending: !isPending ? null : variables.kind === "close" ? variables.outcome : variables.kind,
    failure: error,
    markViewed: () => run({ kind: "view" }),
    answer: (answer: string, remedy: Remedy) => run({ kind: "answer", answer, remedy }),
    close: (outcome: FeedbackOutcome) => run({ kind: "close", outcome }),
  };
}
