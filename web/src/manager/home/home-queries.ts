import { figureOptions } from "#manager/statistics/index.ts";
import { apiQuery } from "#shared/api/api-query.ts";

/**
 * The figures of home: income, orders, outlets, and devices of today.
 * @param zone `zoneKey` of the time zone in which days are counted
 */
export const statisticsQuery = (zone: string | null) => ({
  ...apiQuery("appStatistics", undefined, zone),
  ...figureOptions,
});

/** The income of earlier days until the same time of day. */
export const comparisonQuery = (zone: string | null) => ({
  ...apiQuery("incomeComparison", undefined, zone),
  ...figureOptions,
});
