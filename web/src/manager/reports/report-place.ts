import { type Currency, currencies } from "@reposo/contract/fields.ts";
import { reportRanges } from "@reposo/contract/revenue.ts";
import { readHour } from "#shared/time/calendar-day.ts";
import { type NamedOutlets, allOutlets, readNamedOutlets } from "./named-outlets.ts";
import type { AddressQuery } from "#shared/routing/routes.ts";

export type ReportRangeName = (typeof reportRanges)[number];
export type Channel = "online" | "cash";

export interface Period {
  readonly range: ReportRangeName;
  /** Of a custom range; empty where a date is not chosen yet. */
  readonly startDate: string;
  readonly endDate: string;
  /** Of a custom range of one day. */
  readonly hour: string | null;
}

/** Where in the details a manager stands; all of it stands in the address. */
export interface ReportPlace {
  readonly period: Period;
  /** One of `areaId`: that outlet and its devices. */
  readonly outlets: NamedOutlets;
  readonly deviceId: string | null;
  readonly channel: Channel | null;
  readonly currency: Currency | null;
  /** The movements of money themselves, where neither device nor channel says so already. */
  readonly entries: boolean;
  /** The accounts that took counter cash. */
  readonly accounts: boolean;
  /** Movements of the counter cash that this account took. */
  readonly accountId: string | null;
  /** Name of the column that the rows are sorted by. */
  readonly sort: string;
  readonly ascending: boolean;
}

export type Level = "outlets" | "devices" | "entries" | "accounts";

const oneOf = <V extends string>(values: readonly V[], value: string | null): V | null =>
  values.find((known) => known === value) ?? null;

/** Reads an address; what is unknown counts as not given. */
export function readPlace(query: URLSearchParams): ReportPlace {
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
    channel: oneOf(["online", "cash"], query.get("channel")),
    currency: oneOf(currencies, query.get("currency")),
    entries: query.get("rows") === "entries",
    accounts: query.get("rows") === "accounts",
    accountId: query.get("accountId") || null,
    sort: query.get("sort") || "total",
    ascending: query.get("order") === "asc",
  };
}

/** What the address carries: only what differs from the plain page. */
export function placeQuery(place: ReportPlace): AddressQuery {
  const { period, outlets, deviceId, channel, currency, entries, accounts, accountId, sort, ascending } =
    place;
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
  };
}

/** The outlet that is looked at by itself; null where there are several. */
export function outletOf({ outlets }: ReportPlace): string | null {
  const [areaId, ...more] = outlets.areaId;
  return areaId !== undefined && more.length === 0 ? areaId : null;
}

export function levelOf(place: ReportPlace): Level {
  const { deviceId, channel, entries, accountId } = place;
  if (deviceId !== null || channel !== null || accountId !== null || entries) return "entries";
  if (place.accounts) return "accounts";
  return outletOf(place) === null ? "outlets" : "devices";
}

const plainRows = {
  deviceId: null,
  channel: null,
  currency: null,
  entries: false,
  accounts: false,
  accountId: null,
} as const;

/** One level up; null at the top. Who has one outlet only begins with its devices. */
export function placeAbove(place: ReportPlace, outletCount: number): ReportPlace | null {
  const level = levelOf(place);
  if (level === "entries" || level === "accounts")
    return { ...place, ...plainRows, accounts: place.accountId !== null };
  return level === "devices" && outletCount > 1 ? { ...place, outlets: allOutlets, ...plainRows } : null;
}

/** From any level down to an outlet, to a device, or to the movements behind a figure; sorting starts anew. */
export function placeBelow(
  place: ReportPlace,
  below: Partial<
    Pick<ReportPlace, "outlets" | "deviceId" | "channel" | "currency" | "entries" | "accountId">
  >,
): ReportPlace {
  return { ...place, sort: "total", ascending: false, ...below };
}
