import { dictionary } from "@reposo/contract/dictionary.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import {
  type Feedback,
  type FeedbackOutcome,
  type FeedbackRow,
  type FeedbackState,
  feedbackAnswer,
  feedbackClose,
  feedbackDetail,
  feedbackList,
  feedbackLook,
  type Remedy,
} from "@reposo/contract/feedback.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { callApi } from "#platform/api-client.ts";
import { newIdempotencyKey } from "#platform/api-exchange.ts";
import { ApiFailure } from "#platform/api-failure.ts";
import { useLiveEvents } from "#platform/live-events.ts";

/** The words of a failure that the page has to say; null for those that lead elsewhere by themselves. */
const wordsOf = (error: unknown): string | null =>
  error instanceof ApiFailure && !["ended", "noToken", "aborted"].includes(error.kind) ? error.message : null;

export interface FeedbackPages {
  readonly rows: readonly FeedbackRow[] | null;
  readonly total: number;
  readonly failure: string | null;
  readonly reload: () => void;
  readonly more: (() => void) | null;
}

/** The feedback of the manager's outlets in these states, newest first, fetched anew as news come in. */
export function useFeedbackPages(state: readonly FeedbackState[]): FeedbackPages {
  const [rows, setRows] = useState<readonly FeedbackRow[] | null>(null);
  const [next, setNext] = useState<{ cursor: string | null; total: number }>({ cursor: null, total: 0 });
  const [failure, setFailure] = useState<string | null>(null);
  const asked = useRef(0);
  const names = state.join();

  const fetchPage = useCallback(
    (cursor: string | null, before: readonly FeedbackRow[]) => {
      asked.current += 1;
      const mine = asked.current;
      const wanted = names.split(",") as FeedbackState[];
      callApi(feedbackList, { state: wanted, ...(cursor !== null && { cursor }) }, { quiet: true }).then(
        (page) => {
          // Another choice was made meanwhile.
          if (mine !== asked.current) return;
          setFailure(null);
          setRows([...before, ...page.items]);
          setNext({ cursor: page.nextCursor, total: page.total });
        },
        (error: unknown) => {
          if (mine === asked.current) setFailure(wordsOf(error));
        },
      );
    },
    [names],
  );
  const reload = useCallback(() => fetchPage(null, []), [fetchPage]);
  useEffect(reload, [reload]);
  useLiveEvents((event) => {
    if (event.name === "order" || event.name === "reset") reload();
  });
  const { cursor, total } = next;
  return {
    rows,
    total,
    failure,
    reload,
    more: cursor === null || rows === null ? null : () => fetchPage(cursor, rows),
  };
}

export type History = ReplyOf<typeof feedbackDetail>;

/** One feedback's history, and what its manager may do with it. */
export function useAnswering({ feedbackId, state, refundRequested }: Feedback) {
  const [history, setHistory] = useState<History | null>(null);
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map());
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const kept = useRef<{ words: string; key: string } | null>(null);

  useEffect(() => {
    callApi(feedbackDetail, { feedbackId }, { quiet: true }).then(setHistory, () => undefined);
  }, [feedbackId, state, refundRequested?.state, refundRequested?.refundState]);
  useEffect(() => {
    callApi(dictionary, undefined, { quiet: true }).then(
      ({ entries }) => setLabels(new Map(entries.orderStatus.map(({ value, label }) => [value, label]))),
      () => undefined,
    );
  }, []);

  const run = useCallback(async (work: () => Promise<unknown>): Promise<boolean> => {
    setPending(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      setFailure(wordsOf(error));
      return false;
    } finally {
      setPending(false);
    }
  }, []);

  return {
    history,
    labels,
    pending,
    failure,
    look: () => run(() => callApi(feedbackLook, { feedbackId }, { quiet: true })),
    answer: (answer: string, remedy: Remedy) => {
      const words = JSON.stringify([answer, remedy]);
      if (kept.current?.words !== words) kept.current = { words, key: newIdempotencyKey() };
      const idempotencyKey = kept.current.key;
      return run(() =>
        callApi(feedbackAnswer, { feedbackId, answer, remedy }, { idempotencyKey, quiet: true }),
      );
    },
    close: (outcome: FeedbackOutcome) =>
      run(() => callApi(feedbackClose, { feedbackId, outcome }, { quiet: true })),
  };
}
