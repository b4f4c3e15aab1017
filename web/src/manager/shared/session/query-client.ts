import { QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { onSessionCleared } from "#shared/session/session-storage.ts";

const retries = 2;

/** Retries only failed connections and invalid responses, because the server would repeat a refusal. */
function isRetryable(failures: number, error: Error): boolean {
  return (
    failures < retries &&
    error instanceof ApiFailure &&
    ["network", "timeout", "invalid"].includes(error.kind)
  );
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // By default, a query waits while the browser is offline, and the page would not show that it cannot be loaded.
    queries: { retry: isRetryable, retryDelay: (attempt) => 500 * 2 ** attempt, networkMode: "always" },
  },
});

/** Cached data of one account must not be shown to the account that logs in next (SES-4). */
onSessionCleared(() => queryClient.clear());

/**
 * Removes all cached data except the labels and the account. Called after a change of the display time zone, because
 * the data was counted by the days of the previous zone.
 */
export const removeCountedQueries = (): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "launch" });
