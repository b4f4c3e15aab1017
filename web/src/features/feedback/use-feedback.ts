import { type Feedback, feedbackInsert, feedbackOfOrder } from "@reposo/contract/feedback.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { callApi } from "#platform/api-client.ts";
import { newIdempotencyKey } from "#platform/api-exchange.ts";
import { ApiFailure } from "#platform/api-failure.ts";
import { useLiveEvents } from "#platform/live-events.ts";

/** How often it is asked for while no stream brings the news. */
const askMilliseconds = 15_000;

/** What this browser has said of an order, newest first, and what was answered; null until it is known. */
export function useOwnFeedback(orderId: string): readonly Feedback[] | null {
  const [feedback, setFeedback] = useState<readonly Feedback[] | null>(null);
  const asked = useRef(0);
  const reload = useCallback(() => {
    asked.current += 1;
    const mine = asked.current;
    callApi(feedbackOfOrder, { orderId }, { quiet: true }).then(
      // An earlier reading that comes late knows less.
      (read) => mine === asked.current && setFeedback(read),
      (error: unknown) => {
        // The page says itself that the order is not shown; nothing was said of it then.
        if (error instanceof ApiFailure && error.kind === "refused") setFeedback([]);
      },
    );
  }, [orderId]);

  const isOpen = feedback?.some(({ state }) => state !== "closed") ?? false;
  const liveState = useLiveEvents((event) => {
    if (event.name === "reset" || (event.name === "order" && event.data.orderId === orderId)) reload();
  }, isOpen);
  useEffect(() => {
    reload();
    const shown = () => {
      if (document.visibilityState === "visible") reload();
    };
    document.addEventListener("visibilitychange", shown);
    return () => document.removeEventListener("visibilitychange", shown);
  }, [reload]);
  const asking = feedback === null || (isOpen && liveState !== "live");
  useEffect(() => {
    if (!asking) return;
    const timer = setInterval(reload, askMilliseconds);
    return () => clearInterval(timer);
  }, [asking, reload]);
  return feedback;
}

export interface Draft {
  readonly orderId: string;
  readonly problem: string;
  readonly abnormal: string;
  readonly media: string[];
}

/** Sends a draft once, however often it is tried: a retry of the same words carries the same key. */
export function useSendFeedback() {
  const [pending, setPending] = useState(false);
  const kept = useRef<{ words: string; key: string } | null>(null);
  const send = useCallback(async (draft: Draft) => {
    const words = JSON.stringify(draft);
    if (kept.current?.words !== words) kept.current = { words, key: newIdempotencyKey() };
    setPending(true);
    try {
      return await callApi(feedbackInsert, draft, { idempotencyKey: kept.current.key, quiet: true });
    } finally {
      setPending(false);
    }
  }, []);
  return { pending, send };
}
