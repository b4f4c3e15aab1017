import type { Endpoint, ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { counterCash } from "@reposo/contract/orders/counter-cash.ts";
import { incomeChart, orderChart, ranking } from "@reposo/contract/revenue/income-chart.ts";
import { lateEntries } from "@reposo/contract/revenue/late-entries.ts";
import { outletFigures } from "@reposo/contract/outlets/outlets.ts";
import {
  appStatistics,
  areaReport,
  incomeDetailByArea,
  incomeEntries,
  incomeLineChartRealTime,
  incomeLineChartSevenDays,
  incomeOverview,
  incomeToday,
  ordersBarChartSevenDays,
  otherSummary,
} from "@reposo/contract/revenue/revenue.ts";
import type { FastifyInstance } from "fastify";
import { type Call, serve } from "#platform/http/serve.ts";
import type { Statistics } from "./create-statistics.ts";

export function registerStatisticsRoutes(http: FastifyInstance, statistics: Statistics): void {
  const serveReport = <E extends Endpoint>(
    endpoint: E,
    report: (
      caller: Call<E>["caller"],
      requestedZone: string | null,
      request: RequestOf<E>,
    ) => Promise<ReplyOf<E>>,
  ) => serve(http, endpoint, ({ caller, requestedZone, request }) => report(caller, requestedZone, request));

  serveReport(incomeToday, statistics.incomeToday);
  serveReport(incomeOverview, statistics.incomeOverview);
  serveReport(otherSummary, statistics.otherSummary);
  serveReport(appStatistics, statistics.appStatistics);
  serveReport(outletFigures, statistics.outletFigures);
  serveReport(incomeLineChartRealTime, statistics.incomeLineChartRealTime);
  serveReport(incomeLineChartSevenDays, (caller, requestedZone, { unit }) =>
    statistics.incomeLineChartSevenDays(caller, requestedZone, unit),
  );
  serveReport(ordersBarChartSevenDays, (caller, requestedZone, { unit }) =>
    statistics.ordersBarChartSevenDays(caller, requestedZone, unit),
  );
  serveReport(incomeChart, statistics.incomeChart);
  serveReport(orderChart, statistics.orderChart);
  serve(http, ranking, ({ caller, requestedZone, request, language }) =>
    statistics.ranking(caller, requestedZone, request, language),
  );
  serveReport(incomeDetailByArea, statistics.incomeDetailByArea);
  serveReport(areaReport, statistics.areaReport);
  serve(http, counterCash, ({ caller, requestedZone, request, language }) =>
    statistics.counterCash(caller, requestedZone, request, language),
  );
  serveReport(lateEntries, statistics.lateEntries);
  serveReport(incomeEntries, statistics.incomeEntries);
}
