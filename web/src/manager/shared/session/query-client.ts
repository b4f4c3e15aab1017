import { QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { onSessionCleared } from "#shared/session/session-storage.ts";

const retries = 2;

/** A refusal is an answer; only a call that did not get through is made again. */
function worthRetrying(failures: number, error: Error): boolean {
  return (
    failures < retries &&
    error instanceof ApiFailure &&
    ["network", "timeout", "invalid"].includes(error.kind)
  );
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: worthRetrying, retryDelay: (attempt) => 500 * 2 ** attempt, networkMode: "always" },
  },
});

/** What one person saw is gone before the next one logs in (SES-4). */
onSessionCleared(() => queryClient.clear());

/** What was counted in another zone's days must not flash up under this one's name; who is logged in stays. */
export const forgetAnswers = (): void => queryClient.removeQueries({ predicate: isCounted });
const isCounted = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[0] !== "launch";
