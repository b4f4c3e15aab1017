import { openFeedbackStates } from "@reposo/contract/feedback/feedback-limits.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";

/**
 * Returns the number of open feedback of one outlet, or without `areaId` of all outlets; undefined until it has loaded.
 */
export function useOpenFeedback(token: string, enabled: boolean, areaId?: string): number | undefined {
  const { data } = useQuery({
    queryKey: ["openFeedback", token, areaId],
    queryFn: ({ signal }) =>
      callApi(
        "feedbackList",
        { state: [...openFeedbackStates], limit: 1, ...(areaId === undefined ? {} : { areaId: [areaId] }) },
        { signal, quiet: true },
      ),
    enabled,
    staleTime: 30_000,
    refetchInterval: 60_000,
    refetchOnWindowFocus: "always",
  });
  return data?.total;
}
