import { alertList } from "@reposo/contract/alerts/alerts.ts";
import { deviceList } from "@reposo/contract/devices/devices.ts";
import { launch } from "@reposo/contract/sessions/launch.ts";
import { orderList } from "@reposo/contract/orders/order-lists.ts";
import type { EarlyCall } from "@reposo/contract/page-rendering.ts";
import {
  areaReport,
  incomeDetailByArea,
  incomeLineChartRealTime,
  incomeLineChartSevenDays,
  ordersBarChartSevenDays,
} from "@reposo/contract/revenue/revenue.ts";
import { readChoice } from "#manager/charts/index.ts";
import { listRequest, readFilters } from "#manager/devices/index.ts";
import { areDaysWrong, firstPageRequest, readOrderFilters } from "#manager/orders/index.ts";
import { viewOf, outletOf, outletRequest, overviewRequest, readSelection } from "#manager/reports/index.ts";
import { earlyCallOf } from "#shared/api/api-exchange.ts";
import type { RouteName } from "#shared/routing/routes.ts";

type CallsOf = (query: URLSearchParams) => readonly EarlyCall[];

const pageCalls: Partial<Record<RouteName, CallsOf>> = {
  dataChart(query) {
    const { kind, unit } = readChoice(query);
    if (kind === "today") return [earlyCallOf(incomeLineChartRealTime, undefined)];
    return [earlyCallOf(kind === "income" ? incomeLineChartSevenDays : ordersBarChartSevenDays, { unit })];
  },
  details(query) {
    const selection = readSelection(query);
    const areaId = outletOf(selection);
    // Whether chosen dates are allowed depends on the browser's zone.
    if (viewOf(selection) === "entries" || selection.period.range === "custom") return [];
    return areaId === null
      ? [earlyCallOf(incomeDetailByArea, overviewRequest(selection))]
      : [earlyCallOf(areaReport, outletRequest(selection, areaId))];
  },
  alerts(query) {
    const areaId = query.get("areaId");
    return [
      earlyCallOf(alertList, {
        ...(query.get("view") === "resolved" && { state: "resolved" as const }),
        ...(areaId !== null && { areaId: [areaId] }),
      }),
    ];
  },
  deviceList: (query) =>
    query.has("deviceId") ? [] : [earlyCallOf(deviceList, listRequest(readFilters(query), null))],
  orders(query) {
    const filters = readOrderFilters(query);
    return query.has("orderId") || areDaysWrong(filters)
      ? []
      : [earlyCallOf(orderList, firstPageRequest(filters))];
  },
};

const needsLaunch: readonly RouteName[] = [
  "home",
  "details",
  "user",
  "cash",
  "dataChart",
  "deviceList",
  "orders",
  "feedback",
  "alerts",
];

export function earlyCallsOf(route: RouteName, search: string): readonly EarlyCall[] {
  if (!needsLaunch.includes(route)) return [];
  const own = pageCalls[route]?.(new URLSearchParams(search)) ?? [];
  return [earlyCallOf(launch, route === "home" ? { page: "home" } : {}), ...own];
}
