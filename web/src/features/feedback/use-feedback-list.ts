import { type FeedbackRow, feedbackList } from "@reposo/contract/feedback.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { callApi } from "#platform/api-client.ts";
import type { ListVisit } from "#platform/list-visit.ts";
import { type PagedList, usePagedList } from "#platform/paged-list.ts";
import { readAnew } from "#platform/read-anew.ts";
import { type FeedbackGroup, statesOf } from "./feedback-groups.ts";

/** The feedback of the manager's outlets, newest first, twenty a page. */
export const useFeedbackList = (
  visit: ListVisit,
  group: FeedbackGroup,
  shown: boolean,
): PagedList<FeedbackRow> =>
  usePagedList<FeedbackRow>(
    "feedbackList",
    visit,
    (cursor, signal) =>
      callApi(
        feedbackList,
        { state: statesOf(group), limit: 20, ...(cursor === null ? {} : { cursor }) },
        { signal, quiet: true },
      ),
    shown,
  );

/** News of an order may be news of what was said of it, and most are not: together, once in a while. */
const waitMilliseconds = 2_000;

export function useReadAnewOnNews(queryKey: readonly unknown[]): () => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(queryKey);
  useEffect(() => {
    latest.current = queryKey;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void readAnew(client, latest.current);
    }, waitMilliseconds);
  }, [client]);
}
