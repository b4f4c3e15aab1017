import { counterCash } from "@reposo/contract/orders/counter-cash.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import { followedFigures } from "#manager/figures/index.ts";
import { sentOffset } from "#shared/time/time-zone.ts";
import type { ReportSelection } from "./report-selection.ts";
import { overviewRequest } from "./report-requests.ts";
import { freshnessOf } from "./use-reports.ts";

export type CounterCash = ReplyOf<typeof counterCash>;
export type AccountFigures = CounterCash["accounts"][number];

/** Cash that each account took at the counter over the period. */
export function useCounterCash(token: string, selection: ReportSelection, enabled: boolean) {
  const request = overviewRequest(selection);
  return useQuery({
    queryKey: [followedFigures, "counterCash", token, sentOffset(), request],
    queryFn: ({ signal }) => callApi(counterCash, request, { signal, quiet: true }),
    enabled,
    ...freshnessOf(selection.period),
  });
}
