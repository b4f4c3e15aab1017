import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { outletFigures } from "@reposo/contract/outlets/outlets.ts";
import type { appStatistics } from "@reposo/contract/revenue/revenue.ts";
import type { Query } from "@tanstack/react-query";
import { operationOf } from "#shared/api/api-query.ts";

/** First element of the keys of the queries that are refetched after a live event. */
export const figuresKey = "figures";

export type ComparedIncome = ReplyOf<typeof outletFigures>["comparison"];
export type Figures = ReplyOf<typeof appStatistics>;

/**
 * Query options of figures. Live events report changes, and `refetchOnWindowFocus` covers the time during which the
 * page was hidden. The figures are also polled, because the server sends no event when a new hour or day begins.
 */
export const figureOptions = {
  staleTime: 30_000,
  refetchInterval: 60_000,
  refetchOnWindowFocus: "always",
} as const;

/** Operations whose replies are figures. */
const figureOperations: readonly unknown[] = [
  "appStatistics",
  "incomeChart",
  "orderChart",
  "ranking",
  "incomeDetailByArea",
  "areaReport",
  "counterCash",
  "lateEntries",
  "devicePage",
  "deviceTimeline",
  "outletFigures",
];

/** Whether the data of the query are figures, which any live event may change. */
export const isFigures = (query: Query): boolean =>
  query.queryKey[0] === figuresKey || figureOperations.includes(operationOf(query));
