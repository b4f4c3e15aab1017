import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { areaReport, incomeDetailByArea, incomeEntries } from "@reposo/contract/revenue.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#platform/api-client.ts";
import { followedFigures } from "#platform/followed-figures.ts";
import { useListVisit } from "#platform/list-visit.ts";
import { usePagedList } from "#platform/paged-list.ts";
import { sentOffset } from "#platform/time-zone.ts";
import type { ReportPlace } from "./report-place.ts";
import { entriesRequest, outletRequest, overviewRequest } from "./report-requests.ts";

export type Overview = ReplyOf<typeof incomeDetailByArea>;
export type OutletFigures = Overview["areas"][number];
export type OutletReport = ReplyOf<typeof areaReport>;
export type DeviceFigures = OutletReport["devices"][number];
export type Entry = ReplyOf<typeof incomeEntries>["items"][number];

/** Figures keep right by the stream (see followedFigures); whoever returns after a while sees fresh ones anyway. */
const freshness = { staleTime: 30_000, refetchOnWindowFocus: "always" } as const;

export function useOverview(token: string, place: ReportPlace, enabled: boolean) {
  const request = overviewRequest(place);
  return useQuery({
    queryKey: [followedFigures, "overview", token, sentOffset(), request],
    queryFn: ({ signal }) => callApi(incomeDetailByArea, request, { signal, quiet: true }),
    enabled,
    ...freshness,
  });
}

export function useOutletReport(token: string, place: ReportPlace, areaId: string, enabled: boolean) {
  const request = outletRequest(place, areaId);
  return useQuery({
    queryKey: [followedFigures, "outlet", token, sentOffset(), request],
    queryFn: ({ signal }) => callApi(areaReport, request, { signal, quiet: true }),
    enabled,
    ...freshness,
  });
}

/** The movements behind a figure; they stay as they were read, so that no row moves under a finger. */
export function useEntries(token: string, place: ReportPlace) {
  const filter = JSON.stringify([sentOffset(), entriesRequest(place, null)]);
  const visit = useListVisit("entries", token, filter);
  const list = usePagedList<Entry>("entries", visit, (cursor, signal) =>
    callApi(incomeEntries, entriesRequest(place, cursor), { signal, quiet: true }),
  );
  return { ...list, visit };
}
