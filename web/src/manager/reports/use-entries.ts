import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { incomeEntries } from "@reposo/contract/revenue/revenue.ts";
import { useListVisit } from "#manager/shared/lists/list-visit.ts";
import { usePagedList } from "#manager/shared/lists/use-paged-list.ts";
import { callApi } from "#shared/api/api-client.ts";
import { sentOffset } from "#shared/time/time-zone.ts";
import type { ReportSelection } from "./report-selection.ts";
import { entriesRequest } from "./report-requests.ts";

export type Entry = ReplyOf<typeof incomeEntries>["items"][number];

/** The movements behind a figure; live events do not change them, so that no row moves under a finger. */
export function useEntries(token: string, selection: ReportSelection) {
  const filter = JSON.stringify([sentOffset(), entriesRequest(selection, null)]);
  return usePagedList<Entry>({
    key: "entries",
    visit: useListVisit("entries", token, filter),
    fetchPage: (cursor, signal) =>
      callApi(incomeEntries, entriesRequest(selection, cursor), { signal, quiet: true }),
  });
}
