import type { alertList } from "@reposo/contract/alerts/alerts.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";

/** First part of the query keys of all queries that a change of an alert invalidates. */
export const alertQueries = "alerts";

/** The server sends no event when the estimated cost of an open alert grows, so alerts are also polled. */
const refetchMilliseconds = 60_000;

/** Fetches the alerts of the manager's outlets. A live event refetches them. */
export const useAlerts = (token: string, request: RequestOf<typeof alertList>, enabled = true) =>
  useQuery({
    queryKey: [alertQueries, token, request],
    queryFn: ({ signal }) => callApi("alertList", request, { signal, quiet: true }),
    enabled,
    staleTime: 30_000,
    refetchInterval: refetchMilliseconds,
    refetchOnWindowFocus: "always",
  });

/** Returns the number of open alerts that are not snoozed; undefined until it has loaded. */
export function useOpenAlertCount(token: string | null, enabled: boolean): number | undefined {
  const { data } = useAlerts(token ?? "", {}, enabled && token !== null);
  return data?.active;
}
