import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";
import type { OperationName } from "@reposo/contract/operations.ts";
import type { areaReport, incomeDetailByArea, incomeEntries } from "@reposo/contract/revenue/revenue.ts";
import { type InfiniteData, type QueryKey, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import { figureOptions, figuresKey } from "#manager/statistics/figures/use-figures.ts";
import { zoneKey } from "#shared/time/time-zone.ts";
import type { Period, ReportSelection } from "./report-selection.ts";
import { entriesRequest, orderFields, outletRequest, overviewRequest } from "./report-requests.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { counterCash } from "@reposo/contract/orders/counter-cash.ts";
import type { lateEntries } from "@reposo/contract/revenue/late-entries.ts";
import { useListVisit } from "#manager/shared/lists/list-visit.ts";
import { listQuery } from "#manager/shared/lists/list-query.ts";
import { apiQuery } from "#shared/api/api-query.ts";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { usePagedList } from "#manager/shared/lists/use-paged-list.ts";

export type Overview = ReplyOf<typeof incomeDetailByArea>;
export type OutletFigures = Overview["areas"][number];
export type OutletReport = ReplyOf<typeof areaReport>;
export type DeviceFigures = OutletReport["devices"][number];

/**
 * Returns the query options of a report. A custom range is not polled, because unlike a preset, it does not select
 * other days after midnight.
 */
export const freshnessOf = ({ range }: Period) =>
  range === "custom" ? { ...figureOptions, refetchInterval: false as const } : figureOptions;

/** Fetches a report. Its query key starts with `figuresKey`, so that live events refetch it. */
function useReport<N extends OperationName>(
  token: string,
  {
    name,
    operation,
    request,
    period,
    enabled = true,
  }: { name: string; operation: N; request: RequestOf<Endpoints[N]>; period: Period; enabled?: boolean },
) {
  return useQuery({
    queryKey: [figuresKey, name, token, zoneKey(), request],
    queryFn: ({ signal }) => callApi(operation, request, { signal, quiet: true }),
    enabled,
    ...freshnessOf(period),
  });
}

/** Rows of a page of a report, and rows added by each tap on "More". */
const pageRows = 100;

type PageFields = { readonly limit: number; readonly cursor?: string };

/** Fetches a report whose rows are listed in pages. `merge` joins the pages that were loaded. */
function useReportPages<P extends { readonly nextCursor: string | null }>(
  token: string,
  {
    name,
    request,
    order = null,
    period,
    enabled = true,
    fetchPage,
    merge,
  }: {
    name: string;
    request: object;
    /** Order of the rows. Those of another order are shown until the pages have been fetched. */
    order?: object | null;
    period: Period;
    enabled?: boolean;
    fetchPage: (page: PageFields, signal: AbortSignal) => Promise<P>;
    merge: (pages: readonly P[]) => P;
  },
) {
  const rowsKey = [figuresKey, name, token, zoneKey(), request];
  return useInfiniteQuery<P, Error, P | undefined, QueryKey, string | null>({
    queryKey: [...rowsKey, order],
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ limit: pageRows, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }: InfiniteData<P>) => merge(pages),
    placeholderData: (shown, query) =>
      JSON.stringify(query?.queryKey.slice(0, -1)) === JSON.stringify(rowsKey) ? shown : undefined,
    enabled,
    ...freshnessOf(period),
  });
}

export const useOverview = (token: string, selection: ReportSelection, enabled: boolean) =>
  useReport(token, {
    name: "overview",
    operation: "incomeDetailByArea",
    request: overviewRequest(selection),
    period: selection.period,
    enabled,
  });

export const useOutletReport = (
  token: string,
  selection: ReportSelection,
  areaId: string,
  enabled: boolean,
) =>
  useReport(token, {
    name: "outlet",
    operation: "areaReport",
    request: outletRequest(selection, areaId),
    period: selection.period,
    enabled,
  });

export type CounterCash = ReplyOf<typeof counterCash>;
export type AccountFigures = CounterCash["accounts"][number];

/** Fetches the counter cash by account, those in `firstCurrency` first. */
export function useCounterCash(
  token: string,
  selection: ReportSelection,
  firstCurrency: Currency,
  enabled: boolean,
) {
  const order = { firstCurrency, ...orderFields(selection) };
  return useReportPages<CounterCash>(token, {
    name: "counterCash",
    request: overviewRequest(selection),
    order,
    period: selection.period,
    enabled,
    fetchPage: (page, signal) =>
      callApi("counterCash", { ...overviewRequest(selection), ...order, ...page }, { signal, quiet: true }),
    merge: (pages) => ({
      ...(pages[0] as CounterCash),
      accounts: pages.flatMap(({ accounts }) => accounts),
    }),
  });
}

/** Fetches the counter cash of one account, one row per currency. */
export const useAccountCash = (token: string, selection: ReportSelection, accountId: string) =>
  useReport(token, {
    name: "accountCash",
    operation: "counterCash",
    request: { ...overviewRequest(selection), accountId },
    period: selection.period,
  });

export type LateEntry = ReplyOf<typeof lateEntries>["lateEntries"][number];

/** Fetches sums of the ledger entries of the period that were recorded after their month was closed. */
export const useLateEntries = (token: string, selection: ReportSelection) =>
  useReportPages<ReplyOf<typeof lateEntries>>(token, {
    name: "lateEntries",
    request: overviewRequest(selection),
    period: selection.period,
    fetchPage: (page, signal) =>
      callApi("lateEntries", { ...overviewRequest(selection), ...page }, { signal, quiet: true }),
    merge: (pages) => ({
      ...(pages[0] as ReplyOf<typeof lateEntries>),
      lateEntries: pages.flatMap((page) => page.lateEntries),
    }),
  });

export type Entry = ReplyOf<typeof incomeEntries>["items"][number];

/**
 * Fetches the ledger entries behind a figure. Live events do not change the list, so that rows do not move under the
 * user's finger.
 */
export function useEntries(token: string, selection: ReportSelection) {
  const zone = zoneKeyIn(useZone());
  const request = entriesRequest(selection, null);
  return usePagedList<Entry>({
    visit: useListVisit("entries", token, JSON.stringify([zone, request])),
    of: listQuery(apiQuery("incomeEntries", request, zone)),
  });
}
