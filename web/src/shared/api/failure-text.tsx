import { useEffect, useState } from "react";
import { callApi } from "./api-client.ts";
import { ApiFailure } from "./api-failure.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";

const isOfTransport = ({ kind }: ApiFailure): boolean =>
  kind === "network" || kind === "timeout" || kind === "invalid";

/**
 * Returns the text of a failure; undefined for null and undefined, which mean no failure. After a change of language,
 * returns the untranslated message until its translation has been fetched by the result code.
 */
export function useFailureText(cause: unknown): string | undefined {
  const language = useLanguage();
  const { answerInvalid, networkFailed } = useText("shared");
  const [fetched, setFetched] = useState<{ of: ApiFailure; text: string } | null>(null);
  const failure = cause instanceof ApiFailure ? cause : null;
  const needsTranslation = failure !== null && failure.language !== null && failure.language !== language;

  useEffect(() => {
    if (!needsTranslation || failure.code === null || isOfTransport(failure)) return;
    const { code, data } = failure;
    const cancel = new AbortController();
    callApi("resultMessage", { code }, { quiet: true, signal: cancel.signal, language }).then(
      ({ message }) => setFetched({ of: failure, text: fill(message, { ...(data as object | null) }) }),
      () => undefined,
    );
    return () => cancel.abort();
  }, [failure, needsTranslation, language]);

  if (cause === null || cause === undefined) return undefined;
  if (failure === null || failure.kind === "invalid") return answerInvalid;
  if (isOfTransport(failure)) return networkFailed;
  return (needsTranslation && fetched?.of === failure ? fetched.text : failure.message) || answerInvalid;
}

export const FailureText = ({ of }: { of: unknown }) => useFailureText(of);
