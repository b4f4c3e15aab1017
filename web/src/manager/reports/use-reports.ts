import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { areaReport, incomeDetailByArea } from "@reposo/contract/revenue.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import { followedFigures } from "#manager/figures/index.ts";
import { sentOffset } from "#shared/time/time-zone.ts";
import type { Period, ReportPlace } from "./report-place.ts";
import { outletRequest, overviewRequest } from "./report-requests.ts";

export type Overview = ReplyOf<typeof incomeDetailByArea>;
export type OutletFigures = Overview["areas"][number];
export type OutletReport = ReplyOf<typeof areaReport>;
export type DeviceFigures = OutletReport["devices"][number];

/** Figures keep right by the stream (see followedFigures); whoever returns after a while sees fresh ones anyway. */
export const freshnessOf = ({ range }: Period) =>
  ({
    staleTime: 30_000,
    // Midnight comes without an event, and moves every range but the one between two days.
    refetchInterval: range === "custom" ? false : 60_000,
    refetchOnWindowFocus: "always",
  }) as const;

export function useOverview(token: string, place: ReportPlace, enabled: boolean) {
  const request = overviewRequest(place);
  return useQuery({
    queryKey: [followedFigures, "overview", token, sentOffset(), request],
    queryFn: ({ signal }) => callApi(incomeDetailByArea, request, { signal, quiet: true }),
    enabled,
    ...freshnessOf(place.period),
  });
}

export function useOutletReport(token: string, place: ReportPlace, areaId: string, enabled: boolean) {
  const request = outletRequest(place, areaId);
  return useQuery({
    queryKey: [followedFigures, "outlet", token, sentOffset(), request],
    queryFn: ({ signal }) => callApi(areaReport, request, { signal, quiet: true }),
    enabled,
    ...freshnessOf(place.period),
  });
}
