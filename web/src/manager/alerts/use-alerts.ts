import { alertList } from "@reposo/contract/alerts/alerts.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";

/** First part of the keys of every query that alerts change. */
export const alertQueries = "alerts";

/** The estimated cost of an open alert grows without an event. */
const refetchMilliseconds = 60_000;

/** Alerts of the caller's outlets; an event of the live stream refetches them. */
export const useAlerts = (token: string, request: RequestOf<typeof alertList>, enabled = true) =>
  useQuery({
    queryKey: [alertQueries, token, request],
    queryFn: ({ signal }) => callApi(alertList, request, { signal, quiet: true }),
    enabled,
    staleTime: 30_000,
    refetchInterval: refetchMilliseconds,
    refetchOnWindowFocus: "always",
  });

/** Number of open alerts that are not snoozed; undefined until known. */
export function useOpenAlertCount(token: string | null, enabled: boolean): number | undefined {
  const { data } = useAlerts(token ?? "", {}, enabled && token !== null);
  return data?.alerts.filter(({ snoozed }) => !snoozed).length;
}
