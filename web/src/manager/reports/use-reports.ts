import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { areaReport, incomeDetailByArea, incomeEntries } from "@reposo/contract/revenue/revenue.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import { followedFigures } from "#manager/figures/index.ts";
import { deviceOffset } from "#shared/time/time-zone.ts";
import type { Period, ReportSelection } from "./report-selection.ts";
import { entriesRequest, outletRequest, overviewRequest } from "./report-requests.ts";
import { counterCash } from "@reposo/contract/orders/counter-cash.ts";
import { lateEntries } from "@reposo/contract/revenue/late-entries.ts";
import { useListVisit } from "#manager/shared/lists/list-visit.ts";
import { usePagedList } from "#manager/shared/lists/use-paged-list.ts";

export type Overview = ReplyOf<typeof incomeDetailByArea>;
export type OutletFigures = Overview["areas"][number];
export type OutletReport = ReplyOf<typeof areaReport>;
export type DeviceFigures = OutletReport["devices"][number];

/**
 * Query options for reports. Live events refetch their figures (see `followedFigures`), and so does a return to the
 * window.
 */
export const freshnessOf = ({ range }: Period) =>
  ({
    staleTime: 30_000,
    // The server sends no event at midnight, which changes the days of every range except a custom one.
    refetchInterval: range === "custom" ? false : 60_000,
    refetchOnWindowFocus: "always",
  }) as const;

export function useOverview(token: string, selection: ReportSelection, enabled: boolean) {
  const request = overviewRequest(selection);
  return useQuery({
    queryKey: [followedFigures, "overview", token, deviceOffset(), request],
    queryFn: ({ signal }) => callApi(incomeDetailByArea, request, { signal, quiet: true }),
    enabled,
    ...freshnessOf(selection.period),
  });
}

export function useOutletReport(token: string, selection: ReportSelection, areaId: string, enabled: boolean) {
  const request = outletRequest(selection, areaId);
  return useQuery({
    queryKey: [followedFigures, "outlet", token, deviceOffset(), request],
    queryFn: ({ signal }) => callApi(areaReport, request, { signal, quiet: true }),
    enabled,
    ...freshnessOf(selection.period),
  });
}

export type CounterCash = ReplyOf<typeof counterCash>;
export type AccountFigures = CounterCash["accounts"][number];

export function useCounterCash(token: string, selection: ReportSelection, enabled: boolean) {
  const request = overviewRequest(selection);
  return useQuery({
    queryKey: [followedFigures, "counterCash", token, deviceOffset(), request],
    queryFn: ({ signal }) => callApi(counterCash, request, { signal, quiet: true }),
    enabled,
    ...freshnessOf(selection.period),
  });
}

export type LateEntry = ReplyOf<typeof lateEntries>["lateEntries"][number];

/** Fetches sums of the ledger entries of the period that were recorded after their month was closed. */
export function useLateEntries(token: string, selection: ReportSelection) {
  const request = overviewRequest(selection);
  return useQuery({
    queryKey: [followedFigures, "lateEntries", token, deviceOffset(), request],
    queryFn: ({ signal }) => callApi(lateEntries, request, { signal, quiet: true }),
    ...freshnessOf(selection.period),
  });
}

export type Entry = ReplyOf<typeof incomeEntries>["items"][number];

/**
 * Fetches the ledger entries behind a figure. Live events do not change the list, so that rows do not move under the
 * user's finger.
 */
export function useEntries(token: string, selection: ReportSelection) {
  const filter = JSON.stringify([deviceOffset(), entriesRequest(selection, null)]);
  return usePagedList<Entry>({
    key: "entries",
    visit: useListVisit("entries", token, filter),
    fetchPage: (cursor, signal) =>
      callApi(incomeEntries, entriesRequest(selection, cursor), { signal, quiet: true }),
  });
}
