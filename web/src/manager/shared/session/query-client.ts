import { QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { onSessionCleared } from "#shared/session/session-storage.ts";

const retries = 2;

/** Refusals are final; only failures of the connection are retried. */
function isRetryable(failures: number, error: Error): boolean {
  return (
    failures < retries &&
    error instanceof ApiFailure &&
    ["network", "timeout", "invalid"].includes(error.kind)
  );
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isRetryable, retryDelay: (attempt) => 500 * 2 ** attempt, networkMode: "always" },
  },
});

/** Cached data of one account must not be shown to the next (SES-4). */
onSessionCleared(() => queryClient.clear());

/** After a change of zone, data counted in the other zone must not be shown; the account stays cached. */
export const removeCountedQueries = (): void => queryClient.removeQueries({ predicate: isCounted });
const isCounted = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[0] !== "launch";
