import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { counterCash } from "@reposo/contract/orders/counter-cash.ts";
import type { lateEntries } from "@reposo/contract/revenue/late-entries.ts";
import type { areaReport, incomeDetailByArea, incomeEntries } from "@reposo/contract/revenue/revenue.ts";
import { figureOptions } from "#manager/statistics/figures/figure-queries.ts";
import { listQuery, type PageCursor } from "#manager/shared/lists/list-query.ts";
import { apiListQuery, apiQuery } from "#shared/api/api-query.ts";
import { entriesRequest, sortingFields, outletRequest, overviewRequest } from "./report-requests.ts";
import type { Period, ReportSelection } from "./report-selection.ts";

export type Overview = ReplyOf<typeof incomeDetailByArea>;
export type OutletFigures = Overview["areas"][number];
export type OutletReport = ReplyOf<typeof areaReport>;
export type DeviceFigures = OutletReport["devices"][number];
export type CounterCash = ReplyOf<typeof counterCash>;
export type AccountFigures = CounterCash["accounts"][number];
export type LatePage = ReplyOf<typeof lateEntries>;
export type LateEntry = LatePage["lateEntries"][number];
export type Entry = ReplyOf<typeof incomeEntries>["items"][number];

/** `zoneKey` of the time zone in which days are counted. */
type Zone = string | null;

/**
 * Returns the query options of a report. A custom range is not polled, because unlike a preset, it does not select
 * other days after midnight.
 */
export const freshnessOf = ({ range }: Period) =>
  range === "custom" ? { ...figureOptions, refetchInterval: false as const } : figureOptions;

export const overviewQuery = (selection: ReportSelection, zone: Zone) => ({
  ...apiQuery("incomeDetailByArea", overviewRequest(selection), zone),
  ...freshnessOf(selection.period),
});

export const outletReportQuery = (selection: ReportSelection, areaId: string, zone: Zone) => ({
  ...apiQuery("areaReport", outletRequest(selection, areaId), zone),
  ...freshnessOf(selection.period),
});

/** The counter cash of one account, one row per currency. */
export const accountCashQuery = (selection: ReportSelection, accountId: string, zone: Zone) => ({
  ...apiQuery("counterCash", { ...overviewRequest(selection), accountId }, zone),
  ...freshnessOf(selection.period),
});

/** Rows of a page of a report, and rows added by each tap on "More". */
const limit = 100;

const pages = {
  initialPageParam: {} as PageCursor,
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) =>
    nextCursor === null ? null : { cursor: nextCursor },
};

/** The counter cash by account, those in `firstCurrency` first. */
export const counterCashQuery = (selection: ReportSelection, firstCurrency: Currency, zone: Zone) => ({
  ...apiListQuery(
    "counterCash",
    { ...overviewRequest(selection), firstCurrency, ...sortingFields(selection), limit },
    pages,
    zone,
  ),
  ...freshnessOf(selection.period),
});

/** Sums of the ledger entries of the period that were recorded after their month was closed. */
export const lateEntriesQuery = (selection: ReportSelection, zone: Zone) => ({
  ...apiListQuery("lateEntries", { ...overviewRequest(selection), limit }, pages, zone),
  ...freshnessOf(selection.period),
});

/**
 * The ledger entries behind a figure. Live events do not change the list, so that rows do not move under the user's
 * finger.
 */
export const entriesQuery = (selection: ReportSelection, zone: Zone) =>
  listQuery<Entry>(apiQuery("incomeEntries", entriesRequest(selection), zone));
