import type { FeedbackRow } from "@reposo/contract/feedback/feedback.ts";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { ListVisit } from "#manager/shared/lists/list-visit.ts";
import { pageRequest } from "#manager/shared/lists/page-request.ts";
import { type PagedList, usePagedList } from "#manager/shared/lists/use-paged-list.ts";
import { refetchAfterPending } from "#shared/api/refetch.ts";
import { callApi } from "#shared/api/api-client.ts";
import { type FeedbackFilter, statesOf } from "./feedback-filter.ts";

export const useFeedbackList = (
  visit: ListVisit,
  { group, areaId }: FeedbackFilter,
  shown: boolean,
): PagedList<FeedbackRow> =>
  usePagedList<FeedbackRow>({
    key: "feedbackList",
    visit,
    shown,
    fetchPage: (cursor, signal) =>
      callApi(
        "feedbackList",
        {
          state: statesOf(group),
          ...(areaId !== null && { areaId: [areaId] }),
          ...pageRequest(cursor),
        },
        { signal, quiet: true },
      ),
  });

const batchMilliseconds = 2_000;

/**
 * Returns a function that refetches the query after `batchMilliseconds`; further calls until then are combined with it.
 * Most order events do not concern feedback, so one refetch per event would be wasteful.
 */
export function useRefetchOnEvent(queryKey: QueryKey): () => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latestKey = useRef(queryKey);
  useEffect(() => {
    latestKey.current = queryKey;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void refetchAfterPending(client, { queryKey: latestKey.current });
    }, batchMilliseconds);
  }, [client]);
}
