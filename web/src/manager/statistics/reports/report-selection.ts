import { type Currency, currencies } from "@reposo/contract/money/currencies.ts";
import { reportRanges } from "@reposo/contract/revenue/report-values.ts";
import { readHour } from "#shared/time/calendar-day.ts";
import { type NamedOutlets, allOutlets, readNamedOutlets } from "./named-outlets.ts";
import { type AddressQuery, oneOf } from "#shared/routing/routes.ts";

export type ReportRangeName = (typeof reportRanges)[number];
export const channels = ["online", "cash", "dispute"] as const;
export type Channel = (typeof channels)[number];

export interface Period {
  readonly range: ReportRangeName;
  /** First and last day of a custom range, as `YYYY-MM-DD`; empty until selected. */
  readonly startDate: string;
  readonly endDate: string;
  /** Hour of the day, from 0, which requires a custom range of one day; null for whole days. */
  readonly hour: string | null;
}

/**
 * The selection of the details page. The address contains all of it, so that Back, a reload, and a copied link restore
 * it.
 */
export interface ReportSelection {
  readonly period: Period;
  /** If exactly one outlet is selected, the page shows its devices. */
  readonly outlets: NamedOutlets;
  readonly deviceId: string | null;
  readonly channel: Channel | null;
  readonly currency: Currency | null;
  /** Whether to show the transactions even if no device, channel, or account is selected. */
  readonly entries: boolean;
  /** Whether to show the counter cash, which is cash that managers received for orders, by account. */
  readonly accounts: boolean;
  /** The account whose counter cash transactions are shown; null for all transactions. */
  readonly accountId: string | null;
  /** Name of the sort column as in the address; an unknown name is treated as `total`. */
  readonly sort: string;
  readonly ascending: boolean;
  /** Names of the shown columns of figures; empty for all. */
  readonly columns: readonly string[];
}

export type View = "outlets" | "devices" | "entries" | "accounts";

export function readSelection(query: URLSearchParams): ReportSelection {
  const range = oneOf(reportRanges, query.get("range")) ?? "today";
  return {
    period: {
      range,
      startDate: query.get("startDate") ?? "",
      endDate: query.get("endDate") ?? "",
      hour: range === "custom" ? readHour(query) : null,
    },
    outlets: readNamedOutlets(query),
    deviceId: query.get("deviceId") || null,
    channel: oneOf(channels, query.get("channel")),
    currency: oneOf(currencies, query.get("currency")),
    entries: query.get("rows") === "entries",
    accounts: query.get("rows") === "accounts",
    accountId: query.get("accountId") || null,
    sort: query.get("sort") || "total",
    ascending: query.get("order") === "asc",
    columns: query.getAll("column"),
  };
}

export function selectionQuery(selection: ReportSelection): AddressQuery {
  const {
    period,
    outlets,
    deviceId,
    channel,
    currency,
    entries,
    accounts,
    accountId,
    sort,
    ascending,
    columns,
  } = selection;
  const isCustom = period.range === "custom";
  return {
    range: period.range === "today" ? null : period.range,
    startDate: isCustom ? period.startDate : null,
    endDate: isCustom ? period.endDate : null,
    hour: period.hour,
    ...outlets,
    deviceId,
    channel,
    currency,
    rows: entries ? "entries" : accounts ? "accounts" : null,
    accountId,
    sort: sort === "total" ? null : sort,
    order: ascending ? "asc" : null,
    column: columns,
  };
}

/** Returns the outlet if the selection contains exactly one; otherwise null. */
export function outletOf({ outlets }: ReportSelection): string | null {
  const [areaId, ...more] = outlets.areaId;
  return areaId !== undefined && more.length === 0 ? areaId : null;
}

export function viewOf(selection: ReportSelection): View {
  const { deviceId, channel, entries, accountId } = selection;
  if (deviceId !== null || channel !== null || accountId !== null || entries) return "entries";
  if (selection.accounts) return "accounts";
  return outletOf(selection) === null ? "outlets" : "devices";
}

const defaultRows = {
  deviceId: null,
  channel: null,
  currency: null,
  entries: false,
  accounts: false,
  accountId: null,
} as const;

/**
 * Returns the selection of the parent view; null for the top view, which shows the devices if the account has only one
 * outlet.
 */
export function parentSelection(selection: ReportSelection, outletCount: number): ReportSelection | null {
  const view = viewOf(selection);
  if (view === "entries" || view === "accounts")
    return { ...selection, ...defaultRows, accounts: selection.accountId !== null };
  return view === "devices" && outletCount > 1 ? { ...selection, outlets: allOutlets, ...defaultRows } : null;
}

/**
 * Returns the selection of a child view, such as an outlet, a device, or the transactions of a figure, with the default
 * sort order and columns.
 */
export function childSelection(
  selection: ReportSelection,
  changes: Partial<
    Pick<ReportSelection, "outlets" | "deviceId" | "channel" | "currency" | "entries" | "accountId">
  >,
): ReportSelection {
  return { ...selection, sort: "total", ascending: false, columns: [], ...changes };
}
