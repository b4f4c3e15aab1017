import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { incomeLineChartSevenDays, ordersBarChartSevenDays } from "@reposo/contract/revenue/revenue.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import { figureOptions, figuresKey } from "#manager/statistics/figures/use-figures.ts";
import { zoneKey } from "#shared/time/time-zone.ts";
import type { ChartKind, ChartUnit } from "./chart-choice.ts";

/** Fetches the data of a chart. Its query key starts with `figuresKey`, so that live events refetch it. */
export function useChart(token: string, kind: ChartKind, unit: ChartUnit) {
  return useQuery<ReplyOf<typeof incomeLineChartSevenDays | typeof ordersBarChartSevenDays>>({
    queryKey: [figuresKey, "chart", kind, unit, token, zoneKey()],
    queryFn: ({ signal }) => {
      const options = { signal, quiet: true };
      if (kind === "today") return callApi("incomeLineChartRealTime", undefined, options);
      if (kind === "income") return callApi("incomeLineChartSevenDays", { unit }, options);
      return callApi("ordersBarChartSevenDays", { unit }, options);
    },
    ...figureOptions,
  });
}
