import { counterCash } from "@reposo/contract/orders/counter-cash.ts";
import { lateEntries } from "@reposo/contract/revenue/late-entries.ts";
import { outletFigures } from "@reposo/contract/outlets/outlet-figures.ts";
import {
  appStatistics,
  areaReport,
  incomeComparison,
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
import { serve } from "#platform/http/serve.ts";
import type { Statistics } from "./create-statistics.ts";

export function registerStatisticsRoutes(http: FastifyInstance, statistics: Statistics): void {
  serve(http, incomeToday, ({ caller, offsetMinutes }) => statistics.incomeToday(caller, offsetMinutes));
  serve(http, incomeOverview, ({ caller, offsetMinutes }) =>
    statistics.incomeOverview(caller, offsetMinutes),
  );
  serve(http, otherSummary, ({ caller, offsetMinutes }) => statistics.otherSummary(caller, offsetMinutes));
  serve(http, appStatistics, ({ caller, offsetMinutes }) => statistics.appStatistics(caller, offsetMinutes));
  serve(http, incomeComparison, ({ caller, offsetMinutes }) =>
    statistics.incomeComparison(caller, offsetMinutes),
  );
  serve(http, outletFigures, ({ caller, offsetMinutes, request }) =>
    statistics.outletFigures(caller, offsetMinutes, request),
  );
  serve(http, incomeLineChartRealTime, ({ caller, offsetMinutes }) =>
    statistics.incomeLineChartRealTime(caller, offsetMinutes),
  );
  serve(http, incomeLineChartSevenDays, ({ caller, offsetMinutes, request }) =>
    statistics.incomeLineChartSevenDays(caller, offsetMinutes, request.unit),
  );
  serve(http, ordersBarChartSevenDays, ({ caller, offsetMinutes, request }) =>
    statistics.ordersBarChartSevenDays(caller, offsetMinutes, request.unit),
  );
  serve(http, incomeDetailByArea, ({ caller, offsetMinutes, request }) =>
    statistics.incomeDetailByArea(caller, offsetMinutes, request),
  );
  serve(http, areaReport, ({ caller, offsetMinutes, request }) =>
    statistics.areaReport(caller, offsetMinutes, request),
  );
  serve(http, counterCash, ({ caller, offsetMinutes, request }) =>
    statistics.counterCash(caller, offsetMinutes, request),
  );
  serve(http, lateEntries, ({ caller, offsetMinutes, request }) =>
    statistics.lateEntries(caller, offsetMinutes, request),
  );
  serve(http, incomeEntries, ({ caller, offsetMinutes, request }) =>
    statistics.incomeEntries(caller, offsetMinutes, request),
  );
}
