import { type FeedbackProblem, feedbackProblems } from "@reposo/contract/feedback.ts";
import { dictionaryLabels } from "#features/dictionary/index.ts";

/** A chosen problem speaks for itself, except `other`. */
export const needsWords = (problemType: FeedbackProblem | null): boolean =>
  problemType === null || problemType === "other";

/** The dictionary's problem that a text is, as its value or as its label in any language. */
function problemNamed(text: string): FeedbackProblem | null {
  const isNamed = (value: FeedbackProblem) =>
    text === value ||
    Object.values(dictionaryLabels).some((labels) => labels.feedbackProblem[value] === text);
  return feedbackProblems.find(isNamed) ?? null;
}

/** Older clients know one field: it holds words, or what was chosen from the dictionary. */
export function readProblem(
  problemType: FeedbackProblem | null,
  problem: string,
): { problemType: FeedbackProblem | null; problem: string } {
  const named = problemType ?? problemNamed(problem.trim());
  if (problemType !== null || named === null || needsWords(named)) return { problemType, problem };
  return { problemType: named, problem: "" };
}
