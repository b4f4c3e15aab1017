import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { currencyLabels, ownCurrencyFirst } from "@reposo/contract/money/money.ts";
import type { areaExport } from "@reposo/contract/revenue/revenue.ts";
import { sortRows, type SortValue } from "@reposo/contract/sort-rows.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { ReportSort } from "@reposo/contract/revenue/report-values.ts";
import { accountSortValues, type Reports } from "#features/statistics/index.ts";
import type { Cell } from "#platform/table-files/table.ts";
import { exportLabels } from "./export-labels.ts";
import type { ExportCall } from "./export-file.ts";

type RowsCall = ExportCall<Omit<RequestOf<typeof areaExport>, "format" | "ticket">>;
type Report = Awaited<ReturnType<Reports["incomeDetailByArea"]>>;
type OutletReport = Awaited<ReturnType<Reports["areaReport"]>>;
type Outlet = Report["areas"][number];
type Device = OutletReport["devices"][number];

/** The values by which a report can be sorted. A report without the requested column is sorted by `total`. */
type SortValues<R> = Partial<Record<ReportSort, SortValue<R>>> & { readonly total: SortValue<R> };

const outletValues: SortValues<Outlet> = {
  name: ({ areaName }) => areaName,
  total: ({ total }) => total,
  online: ({ online }) => online,
  cash: ({ cash }) => cash,
  orders: ({ orders }) => orders,
  average: ({ averagePerDevice }) => averagePerDevice,
  ordersPerDevice: ({ ordersPerDevice }) => ordersPerDevice,
};

const deviceValues: SortValues<Device> = {
  name: ({ deviceId }) => deviceId,
  total: ({ total }) => total,
  online: ({ online }) => online,
  cash: ({ cash }) => cash,
  orders: ({ orders }) => orders,
};

/** Sorts rows in the same way as the web app, which also uses `sortRows`. */
const sorted = <R>(rows: readonly R[], { request, language }: RowsCall, valueOf: SortValue<R>): R[] =>
  sortRows(rows, valueOf, request.order !== "desc", languageTags[language]);

/** Returns one row per outlet and currency. The requested first currency, or the account's currency, is first. */
export async function outletRows(reports: Reports, call: RowsCall): Promise<Cell[][]> {
  const { caller, request, requestedZone } = call;
  const { areas, totals } = await reports.incomeDetailByArea(caller, requestedZone, request);
  const first = request.firstCurrency ?? caller.currency;
  return ownCurrencyFirst(totals, first).flatMap(({ currency }) =>
    sorted(
      areas.filter((area) => area.currency === currency),
      call,
      outletValues[request.sort ?? "name"] ?? outletValues.total,
    ).map((area) => [
      area.areaName,
      area.areaId,
      currencyLabels[area.currency],
      area.online,
      area.cash,
      area.total,
      area.orders,
      area.devices,
      area.averagePerDevice,
      Math.round(area.ordersPerDevice * 100),
      area.disputes ?? 0,
    ]),
  );
}

/** Returns one row per account and currency. The requested first currency, or the account's currency, is first. */
export async function accountRows(reports: Reports, call: RowsCall): Promise<Cell[][]> {
  const { caller, request, requestedZone, language } = call;
  const { firstCurrency = caller.currency, ...rest } = request;
  const accounts = await reports.counterCashRows(caller, requestedZone, rest);
  const { accountUnknown } = exportLabels[language];
  const named = accounts.map((row) => ({ ...row, accountName: row.accountName ?? accountUnknown }));
  const currencies = [...new Set(accounts.map((row) => row.currency))].map((currency) => ({ currency }));
  return ownCurrencyFirst(currencies, firstCurrency).flatMap(({ currency }) =>
    sorted(
      named.filter((row) => row.currency === currency),
      call,
      accountSortValues[request.sort ?? "name"] ?? accountSortValues.total,
    ).map((row) => [
      row.accountName,
      row.accountLogin,
      currencyLabels[row.currency],
      row.total,
      row.taken,
      row.returned,
      row.orders,
    ]),
  );
}

/** Returns one row per device and currency, grouped by outlet and currency. The outlet's own currency is first. */
export async function deviceRows(
  reports: Reports,
  call: RowsCall,
  outletIds: readonly string[],
): Promise<Cell[][]> {
  const { caller, request, requestedZone } = call;
  const { currency: filter, ...rest } = request;
  const chosenId = request.deviceId ?? null;
  const valueOf = deviceValues[request.sort ?? "name"] ?? deviceValues.total;
  const rows: Cell[][] = [];
  for (const areaId of outletIds) {
    const report = (currency?: Currency) =>
      reports.areaReport(caller, requestedZone, { ...rest, areaId, ...(currency && { currency }) });
    const own = await report();
    const ofOutlets = own.totals
      .filter(({ currency }) => filter === undefined || currency === filter)
      .map(async ({ currency }) => (currency === own.area.currency ? own : report(currency)));
    for (const { area, devices } of await Promise.all(ofOutlets))
      for (const { deviceId, online, cash, total, orders, disputes = 0 } of sorted(devices, call, valueOf)) {
        if (chosenId !== null && chosenId !== deviceId) continue;
        // Chairs without income are listed only in one currency: the requested one or, if the request selects none, the
        // outlet's own currency.
        const isEmpty = online === 0 && cash === 0 && disputes === 0;
        if (area.currency !== (filter ?? own.area.currency) && isEmpty) continue;
        const money = [online, cash, total, orders, disputes];
        rows.push([area.areaName, deviceId, currencyLabels[area.currency], ...money]);
      }
  }
  return rows;
}
