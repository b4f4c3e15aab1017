import type { alertList } from "@reposo/contract/alerts/alerts.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { apiQuery, operationOf } from "#shared/api/api-query.ts";

type AlertListRequest = RequestOf<typeof alertList>;

/** Returns the request of the alerts page at an address. */
export const alertListRequest = (query: URLSearchParams): AlertListRequest => {
  const areaId = query.get("areaId");
  return {
    ...(query.get("view") === "resolved" && { state: "resolved" as const }),
    ...(areaId !== null && { areaId: [areaId] }),
  };
};

/** The alerts of the manager's outlets. */
export const alertsQuery = (request: AlertListRequest) => ({
  ...apiQuery("alertList", request),
  staleTime: 30_000,
  // The server sends no event when the estimated cost of an open alert grows.
  refetchInterval: 60_000,
  refetchOnWindowFocus: "always" as const,
});

/** Fetches alerts. A live event refetches them. */
export const useAlerts = (request: AlertListRequest, enabled = true) =>
  useQuery({ ...alertsQuery(request), enabled });

/** Refetches all alerts, after one has changed. */
export const refetchAlerts = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: (query) => operationOf(query) === "alertList" });

/** Returns the number of open alerts that are not snoozed; undefined until it has loaded. */
export function useOpenAlertCount(enabled: boolean): number | undefined {
  const { data } = useAlerts({}, enabled);
  return data?.active;
}
