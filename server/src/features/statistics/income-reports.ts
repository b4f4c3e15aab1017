import { zoneOf } from "#platform/time/calendar.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { areaReport, incomeDetailByArea } from "@reposo/contract/revenue/revenue.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { countNormalByDevice, countNormalByOutlet } from "#features/orders/index.ts";
import { currenciesOf, type OutletRecord, outletsById, requireOutlets } from "#features/outlets/index.ts";
import {
  addSums,
  currenciesAmong,
  type OutletSums,
  sumByDevice,
  sumByOutlet,
} from "#features/revenue/index.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { deviceIdsOf } from "./statistics-store.ts";
import { instants, type Report, reportRange, type StatisticsDependencies } from "./report-range.ts";

/** Returns the quotient as an integer, with halves rounded up; 0 if the denominator is 0. */
export function divideHalfUp(numerator: number, denominator: number): number {
  if (denominator === 0) return 0;
  // Integer arithmetic, because a floating-point quotient may be on the wrong side of a half.
  const [doubled, whole] = [2 * numerator + denominator, 2 * denominator];
  const rest = ((doubled % whole) + whole) % whole;
  return (doubled - rest) / whole;
}

/** Returns the average, rounded to two decimals. */
export const averageCount = (count: number, devices: number): number =>
  divideHalfUp(100 * count, devices) / 100;

type OutletRow = ReplyOf<typeof incomeDetailByArea>["areas"][number];

function viewOutletRow(
  outlet: OutletRecord,
  currency: Currency,
  sums: readonly OutletSums[],
  orders: number,
): OutletRow {
  const money = addSums(sums.filter((row) => row.currency === currency));
  return {
    areaId: outlet.outletId,
    areaName: outlet.name,
    currency,
    ...money,
    orders,
    devices: outlet.devices,
    averagePerDevice: divideHalfUp(money.total, outlet.devices),
    ordersPerDevice: averageCount(orders, outlet.devices),
  };
}

/** Reports of income and orders in a range, by outlet and by chair. The rows of a currency add up to its total. */
export function createIncomeReports({ database, clock }: StatisticsDependencies): {
  incomeDetailByArea: Report<typeof incomeDetailByArea>;
  areaReport: Report<typeof areaReport>;
} {
  return {
    async incomeDetailByArea(caller, requestedZone, request) {
      const outletIds = requireOutlets(caller, request);
      const range = reportRange(request, clock.now(), zoneOf(caller, requestedZone));
      const [outlets, currencies, sums, counts] = await Promise.all([
        outletsById(database, outletIds),
        currenciesOf(database, outletIds),
        sumByOutlet(database, outletIds, range),
        countNormalByOutlet(database, outletIds, range),
      ]);
      const orders = new Map(counts.map((row) => [row.outletId, row.orders]));
      const areas = outlets.flatMap((outlet) => {
        const own = sums.filter((row) => row.outletId === outlet.outletId);
        // Income in a currency other than the outlet's has a separate row. Only the first row contains the number of
        // orders.
        return currenciesAmong([outlet.currency], own).map((currency, index) =>
          viewOutletRow(outlet, currency, own, index === 0 ? (orders.get(outlet.outletId) ?? 0) : 0),
        );
      });
      const totals = currenciesAmong(currencies, sums).map((currency) => ({
        currency,
        ...addSums(areas.filter((row) => row.currency === currency)),
      }));
      return { ...instants(range), totals, areas };
    },

    async areaReport(caller, requestedZone, request) {
      const outletIds = requireOutlets(caller, { areaId: [request.areaId] });
      const range = reportRange(request, clock.now(), zoneOf(caller, requestedZone));
      const [[outlet], installed, sums, counts] = await Promise.all([
        outletsById(database, outletIds),
        deviceIdsOf(database, request.areaId),
        sumByDevice(database, outletIds, range),
        countNormalByDevice(database, outletIds, range),
      ]);
      if (outlet === undefined) throw new ProductError("outletNotFound");
      const totals = currenciesAmong([outlet.currency], sums).map((currency) => ({
        currency,
        ...addSums(sums.filter((row) => row.currency === currency)),
      }));
      // The rows are in the requested currency if the outlet has income in it, or else in the outlet's currency.
      const { currency } = totals.find((row) => row.currency === request.currency) ?? outlet;
      const money = sums.filter((row) => row.currency === currency);
      // As in `incomeDetailByArea`, orders are counted in the row of the outlet's currency.
      const orders = new Map(
        (currency === outlet.currency ? counts : []).map((row) => [row.deviceId, row.orders]),
      );
      // Includes chairs that have since been moved to another outlet.
      const deviceIds = new Set([...installed, ...sums.map((row) => row.deviceId), ...orders.keys()]);
      const devices = [...deviceIds].sort().map((deviceId) => ({
        deviceId,
        ...addSums(money.filter((row) => row.deviceId === deviceId)),
        orders: orders.get(deviceId) ?? 0,
      }));
      const total = devices.reduce((sum, device) => sum + device.orders, 0);
      return {
        ...instants(range),
        totals,
        area: viewOutletRow(outlet, currency, money, total),
        devices,
      };
    },
  };
}
