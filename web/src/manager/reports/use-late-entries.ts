import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { lateEntries } from "@reposo/contract/revenue/late-entries.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import { followedFigures } from "#manager/figures/index.ts";
import { sentOffset } from "#shared/time/time-zone.ts";
import type { ReportSelection } from "./report-selection.ts";
import { overviewRequest } from "./report-requests.ts";
import { freshnessOf } from "./use-reports.ts";

export type LateEntry = ReplyOf<typeof lateEntries>["lateEntries"][number];

/** Money of the period that became known after its month was closed. */
export function useLateEntries(token: string, selection: ReportSelection) {
  const request = overviewRequest(selection);
  return useQuery({
    queryKey: [followedFigures, "lateEntries", token, sentOffset(), request],
    queryFn: ({ signal }) => callApi(lateEntries, request, { signal, quiet: true }),
    ...freshnessOf(selection.period),
  });
}
