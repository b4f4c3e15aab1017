import { feedbackList } from "@reposo/contract/feedback.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#platform/api-client.ts";

/** How many wait for an answer: one row is asked for, and the total that comes with it. Undefined until known. */
export function useOpenFeedback(token: string, enabled: boolean): number | undefined {
  const { data } = useQuery({
    queryKey: ["openFeedback", token],
    queryFn: ({ signal }) =>
      callApi(feedbackList, { state: ["sent", "lookedAt"], limit: 1 }, { signal, quiet: true }),
    enabled,
    staleTime: 30_000,
    refetchInterval: 60_000,
    refetchOnWindowFocus: "always",
  });
  return data?.total;
}
