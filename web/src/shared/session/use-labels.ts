import { useQuery } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import { useLanguage } from "#shared/i18n/i18n.tsx";
import { labelsQuery } from "./session-queries.ts";

const staleTime = 300_000;
const maxPauseMilliseconds = 15_000;

/** Fetches the labels of values. Those of the previous language remain until those of the current one are loaded. */
export function useLabels({ enabled = true }: { readonly enabled?: boolean } = {}) {
  const language = useLanguage();
  return useQuery({
    ...labelsQuery(language),
    queryFn: ({ signal }) => callApi("dictionary", undefined, { quiet: true, signal, language }),
    enabled,
    staleTime,
    // Retries without a limit, because no page shows this failure, and the user could not retry.
    retry: true,
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, maxPauseMilliseconds),
    placeholderData: (before) => before,
  });
}
