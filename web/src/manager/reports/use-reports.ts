import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { areaReport, incomeDetailByArea } from "@reposo/contract/revenue/revenue.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import { followedFigures } from "#manager/figures/index.ts";
import { sentOffset } from "#shared/time/time-zone.ts";
import type { Period, ReportSelection } from "./report-selection.ts";
import { outletRequest, overviewRequest } from "./report-requests.ts";

export type Overview = ReplyOf<typeof incomeDetailByArea>;
export type OutletFigures = Overview["areas"][number];
export type OutletReport = ReplyOf<typeof areaReport>;
export type DeviceFigures = OutletReport["devices"][number];

/** Live events refetch figures (see `followedFigures`); they are also refetched after an absence. */
export const freshnessOf = ({ range }: Period) =>
  ({
    staleTime: 30_000,
    // No event is sent at midnight, which changes every range but a custom one.
    refetchInterval: range === "custom" ? false : 60_000,
    refetchOnWindowFocus: "always",
  }) as const;

export function useOverview(token: string, selection: ReportSelection, enabled: boolean) {
  const request = overviewRequest(selection);
  return useQuery({
    queryKey: [followedFigures, "overview", token, sentOffset(), request],
    queryFn: ({ signal }) => callApi(incomeDetailByArea, request, { signal, quiet: true }),
    enabled,
    ...freshnessOf(selection.period),
  });
}

export function useOutletReport(token: string, selection: ReportSelection, areaId: string, enabled: boolean) {
  const request = outletRequest(selection, areaId);
  return useQuery({
    queryKey: [followedFigures, "outlet", token, sentOffset(), request],
    queryFn: ({ signal }) => callApi(areaReport, request, { signal, quiet: true }),
    enabled,
    ...freshnessOf(selection.period),
  });
}
