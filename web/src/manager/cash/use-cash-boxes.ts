import type {
  cashBoxes,
  Collection,
  collectionDifferences,
  collectionList,
} from "@reposo/contract/revenue/cash-boxes.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import type { ListVisit } from "#manager/shared/lists/list-visit.ts";
import { pageRequest } from "#manager/shared/lists/page-request.ts";
import { type PagedList, usePagedList } from "#manager/shared/lists/use-paged-list.ts";

/** First part of the query keys of all queries that a collection invalidates. */
export const cashQueries = "cash";

/** Live events do not contain the cash in the boxes, so it is polled. */
const refetchMilliseconds = 30_000;

export type CashBoxes = ReplyOf<typeof cashBoxes>;

export function useCashBoxes(token: string, request: RequestOf<typeof cashBoxes>) {
  return useQuery({
    queryKey: [cashQueries, "boxes", token, request],
    queryFn: ({ signal }) => callApi("cashBoxes", request, { signal, quiet: true }),
    refetchInterval: refetchMilliseconds,
  });
}

export function useDifferences(token: string, request: RequestOf<typeof collectionDifferences>) {
  return useQuery({
    queryKey: [cashQueries, "differences", token, request],
    queryFn: ({ signal }) => callApi("collectionDifferences", request, { signal, quiet: true }),
  });
}

export const useCollections = (
  visit: ListVisit,
  request: Omit<RequestOf<typeof collectionList>, "limit" | "cursor">,
): PagedList<Collection> =>
  usePagedList<Collection>({
    key: cashQueries,
    visit,
    fetchPage: (cursor, signal) =>
      callApi("collectionList", { ...request, ...pageRequest(cursor) }, { signal, quiet: true }),
  });
