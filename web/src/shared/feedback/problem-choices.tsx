import type { FeedbackProblem } from "@reposo/contract/feedback/feedback.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { useEffect, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useLanguage } from "#shared/i18n/i18n.tsx";
import { UserText } from "#ui/user-text/user-text.tsx";

export interface ProblemChoice {
  readonly value: string;
  readonly label: string;
}

type Choices = readonly ProblemChoice[];

const loaded = new Map<Language, Choices>();
const loading = new Map<Language, Promise<Choices>>();

/** Delay after the first failed load; each further failure increases the delay by it. */
const retryMilliseconds = 5_000;

/** Loads the choices with one call per language, which all rows of a list share. */
function loadChoices(language: Language): Promise<Choices> {
  const known = loading.get(language);
  if (known !== undefined) return known;
  const choices = callApi("dictionary", undefined, { quiet: true, language }).then(({ entries }) => {
    loaded.set(language, entries.feedbackProblem);
    return entries.feedbackProblem;
  });
  loading.set(language, choices);
  choices.catch(() => loading.delete(language));
  return choices;
}

/**
 * Loads the kinds of problems in a language, again after each failure, and then calls `onLoaded`. Returns a function
 * that cancels.
 */
export function loadProblemChoices(language: Language, onLoaded: (choices: Choices) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isCancelled = false;
  let failures = 0;
  const load = () => {
    loadChoices(language).then(
      (choices) => {
        if (!isCancelled) onLoaded(choices);
      },
      () => {
        failures += 1;
        if (!isCancelled) timer = setTimeout(load, failures * retryMilliseconds);
      },
    );
  };
  load();
  return () => {
    isCancelled = true;
    clearTimeout(timer);
  };
}

/**
 * Returns the kinds of problems in the current language. Until they have loaded, returns those in the previous language
 * or none.
 */
export function useProblemChoices(): Choices {
  const language = useLanguage();
  // A failed load is repeated at once when the browser is online again.
  const online = useOnline();
  const [choices, setChoices] = useState<Choices>(loaded.get(language) ?? []);
  useEffect(() => loadProblemChoices(language, setChoices), [language, online]);
  return choices;
}

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
