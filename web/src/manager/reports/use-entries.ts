import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { incomeEntries } from "@reposo/contract/revenue.ts";
import { callApi } from "#shared/api/api-client.ts";
import { useListVisit } from "#manager/lists/list-visit.ts";
import { usePagedList } from "#manager/lists/paged-list.ts";
import { sentOffset } from "#shared/time/time-zone.ts";
import type { ReportPlace } from "./report-place.ts";
import { entriesRequest } from "./report-requests.ts";

export type Entry = ReplyOf<typeof incomeEntries>["items"][number];

/** The movements behind a figure; they stay as they were read, so that no row moves under a finger. */
export function useEntries(token: string, place: ReportPlace) {
  const filter = JSON.stringify([sentOffset(), entriesRequest(place, null)]);
  const visit = useListVisit("entries", token, filter);
  const list = usePagedList<Entry>("entries", visit, (cursor, signal) =>
    callApi(incomeEntries, entriesRequest(place, cursor), { signal, quiet: true }),
  );
  return { ...list, visit };
}
