import type {
  CashBox,
  cashBoxes,
  Collection,
  collectionDifferences,
  collectionList,
  outletCash,
} from "@reposo/contract/revenue/cash-boxes.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import type { ListVisit } from "#manager/shared/lists/list-visit.ts";
import { listQuery } from "#manager/shared/lists/list-query.ts";
import { pageRequest } from "#manager/shared/lists/page-request.ts";
import { type PagedList, usePagedList } from "#manager/shared/lists/use-paged-list.ts";

/** First part of the query keys of all queries that a collection invalidates. */
export const cashQueries = "cash";

/** Live events do not contain the cash in the boxes, so it is polled. */
const refetchMilliseconds = 30_000;

/** Rows of a page, and rows added by each tap on "More". Not all are loaded, because there may be many. */
const pageRows = 100;

const pageOf = (cursor: string | null) => ({ limit: pageRows, ...(cursor !== null && { cursor }) });

const unsorted = (request: object) => JSON.stringify({ ...request, sort: undefined });
const isSameSelection = (key: QueryKey | undefined, request: object): boolean =>
  key !== undefined && unsorted(key[3] as object) === unsorted(request);

/** Fetches a list whose further pages a tap loads. */
function usePages<P extends { readonly nextCursor: string | null }>(
  name: string,
  token: string,
  request: object,
  fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<P>,
  refetchInterval: number | false = false,
) {
  return useInfiniteQuery<P, Error, InfiniteData<P, string | null>, QueryKey, string | null>({
    queryKey: [cashQueries, name, token, request],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval,
    // Another order of the same boxes may be unavailable offline.
    placeholderData: (shown, query) => (isSameSelection(query?.queryKey, request) ? shown : undefined),
  });
}

export const useCashBoxes = (
  token: string,
  request: Omit<RequestOf<typeof cashBoxes>, "limit" | "cursor" | "deviceId">,
) =>
  usePages<ReplyOf<typeof cashBoxes>>(
    "boxes",
    token,
    request,
    (cursor, signal) => callApi("cashBoxes", { ...request, ...pageOf(cursor) }, { signal, quiet: true }),
    refetchMilliseconds,
  );

export const useOutletCash = (
  token: string,
  request: Omit<RequestOf<typeof outletCash>, "limit" | "cursor">,
) =>
  usePages<ReplyOf<typeof outletCash>>(
    "outlets",
    token,
    request,
    (cursor, signal) => callApi("outletCash", { ...request, ...pageOf(cursor) }, { signal, quiet: true }),
    refetchMilliseconds,
  );

export const useDifferences = (
  token: string,
  request: Omit<RequestOf<typeof collectionDifferences>, "limit" | "cursor">,
) =>
  usePages<ReplyOf<typeof collectionDifferences>>("differences", token, request, (cursor, signal) =>
    callApi("collectionDifferences", { ...request, ...pageOf(cursor) }, { signal, quiet: true }),
  );

const deviceIdForm = /^[A-Z0-9]{4,20}$/;

const boxQuery = (token: string, deviceId: string) => ({
  queryKey: [cashQueries, "box", token, deviceId],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    callApi("cashBoxes", { deviceId, limit: 1 }, { signal, quiet: true }),
});

/**
 * Returns the box of a device ID: from the lists that were fetched, which are also available offline, otherwise from the server. Null:
 * the account has no such chair; undefined: unknown yet.
 */
export function useCashBox(token: string, deviceId: string): CashBox | null | undefined {
  const client = useQueryClient();
  const isDeviceId = deviceIdForm.test(deviceId);
  const listed = client
    .getQueriesData<InfiniteData<ReplyOf<typeof cashBoxes>>>({ queryKey: [cashQueries, "boxes", token] })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ boxes }) => boxes)
    .find((box) => box.deviceId === deviceId);
  const { data } = useQuery({
    ...boxQuery(token, deviceId),
    enabled: listed === undefined && isDeviceId,
  });
  if (!isDeviceId) return null;
  return listed ?? (data === undefined ? undefined : (data.boxes[0] ?? null));
}

/** Longer than a look-up takes on a usable connection. A collection that is saved without a connection waits no longer. */
const maxLookUpMilliseconds = 5_000;

/** Returns a function that waits for the server's answer to `useCashBox`; undefined if there is none in time. */
export function useBoxLookUp(token: string) {
  const client = useQueryClient();
  return async (deviceId: string): Promise<CashBox | null | undefined> => {
    const answer = client
      .fetchQuery({ ...boxQuery(token, deviceId), retry: false })
      .then(({ boxes }) => boxes[0] ?? null)
      .catch(() => undefined);
    const late = new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), maxLookUpMilliseconds);
    });
    return Promise.race([answer, late]);
  };
}

export const useCollections = (
  visit: ListVisit,
  request: Omit<RequestOf<typeof collectionList>, "limit" | "cursor">,
): PagedList<Collection> =>
  usePagedList<Collection>({
    visit,
    of: {
      ...listQuery<Collection>({ queryKey: [cashQueries, "collections", request] }),
      queryFn: ({ pageParam, signal }) =>
        callApi(
          "collectionList",
          { ...request, ...pageRequest(pageParam.cursor ?? null) },
          { signal, quiet: true },
        ),
    },
  });
