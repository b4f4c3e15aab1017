import type { ContentInput, EarlyCall } from "@reposo/contract/page-rendering.ts";
import {
  readChoice,
  withOnlyOutlet,
  figuresKey,
  outletOf,
  outletRequest,
  overviewRequest,
  readSelection,
  viewOf,
} from "#manager/statistics/index.ts";
import { earlyCallOf } from "#shared/api/api-exchange.ts";
import type { RouteName } from "#shared/routing/routes.ts";

/** The query that fetches the content of a page. */
export interface ContentQuery {
  readonly call: EarlyCall;
  /** First parts of the query key, which suffice to identify the query among those of the page. */
  readonly queryKey: readonly string[];
}

type Account = ContentInput["userInfo"];

const queries: Partial<
  Record<RouteName, (query: URLSearchParams, account: Account | null) => ContentQuery | null>
> = {
  dataChart(query) {
    const { kind, unit } = readChoice(query);
    const queryKey = [figuresKey, "chart"];
    if (kind === "today") return { queryKey, call: earlyCallOf("incomeLineChartRealTime", undefined) };
    const chart = kind === "income" ? "incomeLineChartSevenDays" : "ordersBarChartSevenDays";
    return { queryKey, call: earlyCallOf(chart, { unit }) };
  },
  details(query, account) {
    const selection = withOnlyOutlet(readSelection(query), account);
    const areaId = outletOf(selection);
    // The server does not render a custom range, because whether its dates are valid depends on the browser's time
    // zone.
    if (["entries", "accounts"].includes(viewOf(selection)) || selection.period.range === "custom")
      return null;
    return areaId === null
      ? {
          queryKey: [figuresKey, "overview"],
          call: earlyCallOf("incomeDetailByArea", overviewRequest(selection)),
        }
      : {
          queryKey: [figuresKey, "outlet"],
          call: earlyCallOf("areaReport", outletRequest(selection, areaId)),
        };
  },
};

/**
 * Returns the query for the content of a page; null if the content is not fetched before the app has loaded. `account`
 * is null while it is unknown.
 */
export const contentQueryOf = (
  route: RouteName,
  search: string,
  account: Account | null,
): ContentQuery | null => queries[route]?.(new URLSearchParams(search), account) ?? null;
