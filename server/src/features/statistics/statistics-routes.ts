import { appStatistics, incomeOverview, incomeToday, otherSummary } from "@reposo/contract/revenue.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { Statistics } from "./index.ts";

export function registerStatisticsRoutes(http: FastifyInstance, statistics: Statistics): void {
  serve(http, incomeToday, ({ caller, offsetMinutes }) => statistics.incomeToday(caller, offsetMinutes));
  serve(http, incomeOverview, ({ caller, offsetMinutes }) =>
    statistics.incomeOverview(caller, offsetMinutes),
  );
  serve(http, otherSummary, ({ caller, offsetMinutes }) => statistics.otherSummary(caller, offsetMinutes));
  serve(http, appStatistics, ({ caller, offsetMinutes }) => statistics.appStatistics(caller, offsetMinutes));
}
