import {
  cashBoxes,
  type Collection,
  collectionDifferences,
  collectionList,
  correctCollection,
  voidCollection,
} from "@reposo/contract/revenue/cash-boxes.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import type { ListVisit } from "#manager/shared/lists/list-visit.ts";
import { type PagedList, usePagedList } from "#manager/shared/lists/use-paged-list.ts";

/** First part of the keys of every query that a collection changes. */
export const cashQueries = "cash";

/** No live event carries the cash of boxes. */
const refetchMilliseconds = 30_000;

export type CashBoxes = ReplyOf<typeof cashBoxes>;

export function useCashBoxes(token: string, request: RequestOf<typeof cashBoxes>) {
  return useQuery({
    queryKey: [cashQueries, "boxes", token, request],
    queryFn: ({ signal }) => callApi(cashBoxes, request, { signal, quiet: true }),
    refetchInterval: refetchMilliseconds,
  });
}

type Differences = RequestOf<typeof collectionDifferences>;

export function useDifferences(token: string, request: Differences, enabled: boolean) {
  return useQuery({
    queryKey: [cashQueries, "differences", token, request],
    queryFn: ({ signal }) => callApi(collectionDifferences, request, { signal, quiet: true }),
    enabled,
  });
}

/** Collections and corrections, newest first. */
export const useCollections = (
  visit: ListVisit,
  request: Omit<RequestOf<typeof collectionList>, "limit" | "cursor">,
): PagedList<Collection> =>
  usePagedList<Collection>({
    key: cashQueries,
    visit,
    fetchPage: (cursor, signal) =>
      callApi(
        collectionList,
        { ...request, limit: 20, ...(cursor === null ? {} : { cursor }) },
        { signal, quiet: true },
      ),
  });

/** Corrects a count; retries send the same id, so that they create one entry. */
export function useCorrect() {
  const { pending, send } = useNewEntry();
  return {
    pending,
    correct: (request: RequestOf<typeof correctCollection>) =>
      send(() => callApi(correctCollection, request, { quiet: true })),
  };
}

/** Voids a collection or moves it to another chair; the same id until an answer comes. */
export function useVoid() {
  const { pending, send } = useNewEntry();
  return {
    pending,
    voidEntry: (request: RequestOf<typeof voidCollection>) =>
      send(() => callApi(voidCollection, request, { quiet: true })),
  };
}

/** Sends an entry that replaces another, and then refetches every figure that it changes. */
function useNewEntry() {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  async function send(call: () => Promise<unknown>): Promise<void> {
    setPending(true);
    try {
      await call();
      void client.invalidateQueries({ queryKey: [cashQueries] });
    } finally {
      setPending(false);
    }
  }
  return { pending, send };
}
