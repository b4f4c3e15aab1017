import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { areaReport, incomeDetailByArea, incomeEntries } from "@reposo/contract/revenue/revenue.ts";
import { countedStatuses } from "@reposo/contract/orders/order-values.ts";
import { reportSorts } from "@reposo/contract/revenue/report-values.ts";
import { rowsPerPage } from "#manager/shared/lists/list-query.ts";
import type { NamedOutlets } from "./named-outlets.ts";
import type { AddressQuery } from "#shared/routing/routes.ts";
import type { Period, ReportSelection } from "./report-selection.ts";

const periodFields = ({ range, startDate, endDate, hour }: Period) =>
  range === "custom"
    ? { range, startDate, endDate, ...(hour !== null && { hour: Number(hour) }) }
    : { range };

export const overviewRequest = ({
  period,
  outlets: { areaId, exceptAreaId },
}: ReportSelection): RequestOf<typeof incomeDetailByArea> => ({
  ...periodFields(period),
  ...(areaId.length > 0 && { areaId: [...areaId] }),
  ...(exceptAreaId.length > 0 && { exceptAreaId: [...exceptAreaId] }),
});

export const outletRequest = (
  { period, currency }: ReportSelection,
  areaId: string,
): RequestOf<typeof areaReport> => ({
  ...periodFields(period),
  areaId,
  ...(currency !== null && { currency }),
});

export function entriesRequest(selection: ReportSelection): RequestOf<typeof incomeEntries> {
  const { deviceId, channel, currency, accountId } = selection;
  return {
    ...overviewRequest(selection),
    ...(deviceId !== null && { deviceId }),
    ...(channel !== null && { channel }),
    ...(accountId !== null && { accountId }),
    ...(currency !== null && { currency }),
    limit: rowsPerPage,
  };
}

/** The fields that sort the rows of a report. An unknown sort column in the address is replaced by the total. */
export const sortingFields = ({ sort, ascending }: ReportSelection) => ({
  sort: reportSorts.find((known) => known === sort) ?? ("total" as const),
  order: ascending ? ("asc" as const) : ("desc" as const),
});

export function exportQuery(
  selection: ReportSelection,
  rows: "outlets" | "devices" | "entries" | "accounts",
): URLSearchParams {
  const { period, outlets, deviceId, channel, accountId, currency } = selection;
  const fields = {
    ...periodFields(period),
    ...outlets,
    ...(rows === "entries" ? { deviceId, channel, accountId } : sortingFields(selection)),
    // The file of outlets contains all currencies, the selected one first; other files contain only the selected one.
    ...(rows === "outlets" ? { firstCurrency: currency } : { currency }),
    rows,
  };
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries(fields)) {
    // `typeof null` is "object", too; null adds no value.
    for (const value of typeof given === "object" ? (given ?? []) : [given])
      query.append(name, String(value));
  }
  return query;
}

/**
 * Returns the query of the order list's address for the orders that a report counts. `days` are those of the report.
 */
export const ordersQuery = (
  days: { readonly startDate: string; readonly endDate: string; readonly hour?: string | null },
  outlets: NamedOutlets,
  deviceId: string | null = null,
): AddressQuery => ({ ...outlets, deviceId, ...days, orderStatus: countedStatuses.normal });

/**
 * Returns the rows that show an order count. Orders are counted per outlet, not per currency, so this is only the first
 * row of each outlet, which is in the outlet's currency.
 */
export function rowsWithOrders<R extends { readonly areaId: string }>(rows: readonly R[]): ReadonlySet<R> {
  const first = new Map<string, R>();
  for (const row of rows) if (!first.has(row.areaId)) first.set(row.areaId, row);
  return new Set(first.values());
}
