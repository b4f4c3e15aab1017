import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { countedStatuses } from "@reposo/contract/orders.ts";
import { reportSorts } from "@reposo/contract/report-order.ts";
import type { areaReport, incomeDetailByArea, incomeEntries } from "@reposo/contract/revenue.ts";
import type { NamedOutlets } from "./named-outlets.ts";
import type { AddressQuery } from "#shared/routing/routes.ts";
import type { Period, ReportPlace } from "./report-place.ts";

const periodFields = ({ range, startDate, endDate, hour }: Period) =>
  range === "custom"
    ? { range, startDate, endDate, ...(hour !== null && { hour: Number(hour) }) }
    : { range };

export const overviewRequest = ({
  period,
  outlets: { areaId, exceptAreaId },
}: ReportPlace): RequestOf<typeof incomeDetailByArea> => ({
  ...periodFields(period),
  ...(areaId.length > 0 && { areaId: [...areaId] }),
  ...(exceptAreaId.length > 0 && { exceptAreaId: [...exceptAreaId] }),
});

export const outletRequest = (
  { period, currency }: ReportPlace,
  areaId: string,
): RequestOf<typeof areaReport> => ({
  ...periodFields(period),
  areaId,
  ...(currency !== null && { currency }),
});

export function entriesRequest(place: ReportPlace, cursor: string | null): RequestOf<typeof incomeEntries> {
  const { deviceId, channel, currency, accountId } = place;
  return {
    ...overviewRequest(place),
    ...(deviceId !== null && { deviceId }),
    ...(channel !== null && { channel }),
    ...(accountId !== null && { accountId }),
    ...(currency !== null && { currency }),
    limit: 20,
    ...(cursor !== null && { cursor }),
  };
}

/** The query of the export that holds what the level shows. */
export function exportQuery(
  place: ReportPlace,
  rows: "outlets" | "devices" | "entries" | "accounts",
): URLSearchParams {
  const { period, outlets, deviceId, channel, accountId, currency, sort, ascending } = place;
  const sorting = {
    // A sort of the address that no table knows is shown as the total.
    sort: reportSorts.find((known) => known === sort) ?? "total",
    order: ascending ? "asc" : "desc",
  };
  const fields = {
    ...periodFields(period),
    ...outlets,
    ...(rows === "entries" ? { deviceId, channel, accountId } : sorting),
    ...(rows === "outlets" ? { firstCurrency: currency } : { currency }),
    rows,
  };
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries(fields)) {
    for (const value of typeof given === "object" ? (given ?? []) : [given])
      query.append(name, String(value));
  }
  return query;
}

/** The order list that a count of orders is the length of; the days are those of the report's answer. */
export const ordersQuery = (
  days: { readonly startDate: string; readonly endDate: string; readonly hour?: string | null },
  outlets: NamedOutlets,
  deviceId: string | null = null,
): AddressQuery => ({ ...outlets, deviceId, ...days, orderStatus: countedStatuses.normal });
