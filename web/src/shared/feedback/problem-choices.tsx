import type { FeedbackProblem } from "@reposo/contract/feedback/feedback.ts";
import { useLabels } from "#shared/session/use-labels.ts";
import { UserText } from "#ui/text/user-text.tsx";

/**
 * Returns the kinds of problems in the current language. Until they have loaded, returns those in the previous language
 * or none.
 */
export const useProblemChoices = () => useLabels().data?.entries.feedbackProblem ?? [];

export function ProblemText({
  feedback: { problemType, problem },
}: {
  feedback: { readonly problemType: FeedbackProblem | null; readonly problem: string };
}) {
  const label = useProblemChoices().find(({ value }) => value === problemType)?.label ?? "";
  return (
    <>
      {label}
      {label !== "" && problem !== "" && " · "}
      <UserText>{problem}</UserText>
    </>
  );
}
