import { type FeedbackRow, feedbackList } from "@reposo/contract/feedback.ts";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { readAnewUnlessDeep } from "#manager/lists/deep-lists.ts";
import type { ListVisit } from "#manager/lists/list-visit.ts";
import { type PagedList, usePagedList } from "#manager/lists/paged-list.ts";
import { readAnew } from "#manager/session/read-anew.ts";
import { type FeedbackFilter, statesOf } from "./feedback-groups.ts";

/** The feedback of the manager's outlets, newest first, twenty a page. */
export const useFeedbackList = (
  visit: ListVisit,
  { group, areaId }: FeedbackFilter,
  shown: boolean,
): PagedList<FeedbackRow> =>
  usePagedList<FeedbackRow>(
    "feedbackList",
    visit,
    (cursor, signal) =>
      callApi(
        feedbackList,
        {
          state: statesOf(group),
          limit: 20,
          ...(areaId === null ? {} : { areaId: [areaId] }),
          ...(cursor === null ? {} : { cursor }),
        },
        { signal, quiet: true },
      ),
    shown,
  );

/** News of an order may be news of what was said of it, and most are not: together, once in a while. */
const waitMilliseconds = 2_000;

function useOnceInAWhile(action: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, waitMilliseconds);
  }, []);
}

export function useReadAnewOnNews(queryKey: QueryKey): () => void {
  const client = useQueryClient();
  return useOnceInAWhile(() => void readAnew(client, queryKey));
}

/** A list that news may concern: read anew, or, where it is a deep one, said to be old until someone wants to see. */
export function useFeedbackNews({ queryKey, startOver }: PagedList<FeedbackRow>) {
  const client = useQueryClient();
  const [old, setOld] = useState<QueryKey | null>(null);
  const hear = useOnceInAWhile(() => {
    if (!readAnewUnlessDeep(client, queryKey)) setOld(queryKey);
  });
  function show(): void {
    setOld(null);
    void startOver();
  }
  return { hear, maybeOld: old === queryKey, show };
}
