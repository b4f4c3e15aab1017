import {
  cashBoxes,
  type Collection,
  collectionDifferences,
  collectionList,
} from "@reposo/contract/revenue/cash-boxes.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { showToast } from "#shared/toasts/toasts.ts";
import { newCollectionId } from "./collection-id.ts";
import type { ListVisit } from "#manager/shared/lists/list-visit.ts";
import { type PagedList, usePagedList } from "#manager/shared/lists/use-paged-list.ts";

/** First part of the query keys of all queries that a collection invalidates. */
export const cashQueries = "cash";

/** Live events do not contain the cash in the boxes, so it is polled. */
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

/**
 * Returns `send`, which creates a collection entry that corrects or voids another one, and refetches the cash queries.
 * Retries of the same request send the same collection ID, so that the server creates only one entry.
 */
export function useNewEntry(onDone: () => void) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const sent = useRef<{ request: string; collectionId: string } | null>(null);

  async function send<R>(
    fields: R,
    call: (request: R & { collectionId: string }) => Promise<unknown>,
    doneText: string,
  ): Promise<void> {
    const request = JSON.stringify(fields);
    if (sent.current?.request !== request) sent.current = { request, collectionId: newCollectionId() };
    setPending(true);
    setFailure(null);
    try {
      await call({ ...fields, collectionId: sent.current.collectionId });
      void client.invalidateQueries({ queryKey: [cashQueries] });
      showToast(doneText);
      onDone();
    } catch (error) {
      if (refusalCode(error) !== null) sent.current = null;
      setFailure(error);
    } finally {
      setPending(false);
    }
  }
  return { pending, failure, clearFailure: () => setFailure(null), send };
}
