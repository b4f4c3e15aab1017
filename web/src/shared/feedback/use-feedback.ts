import {
  type Feedback,
  type FeedbackProblem,
  feedbackInsert,
  feedbackOfOrder,
} from "@reposo/contract/feedback.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { newIdempotencyKey } from "#shared/api/api-exchange.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { useLiveEvents } from "#shared/live/live-events.ts";

/** Answers that another asking does not change; a server in trouble says no as well. */
const refusals: readonly (number | null)[] = [resultCodes.permissionMissing, resultCodes.orderNotFound];

/** How often it is asked for while no stream brings the news. */
const askMilliseconds = 15_000;

export interface OwnFeedback {
  /** What this browser has said of an order, newest first, and what was answered; null until it is known. */
  readonly sent: readonly Feedback[] | null;
  /** Whoever looks may not ask for it, nor say anything: a manager without the orders' pages (NAV-5). */
  readonly isRefused: boolean;
}

export function useOwnFeedback(orderId: string): OwnFeedback {
  const [feedback, setFeedback] = useState<readonly Feedback[] | null>(null);
  const [isRefused, setRefused] = useState(false);
  const asked = useRef(0);
  const reload = useCallback(() => {
    asked.current += 1;
    const mine = asked.current;
    callApi(feedbackOfOrder, { orderId }, { quiet: true }).then(
      // An earlier reading that comes late knows less.
      (read) => mine === asked.current && setFeedback(read),
      (error: unknown) => {
        // The page says itself that the order is not shown; nothing was said of it then.
        if (!refusals.includes(refusalCode(error))) return;
        setFeedback([]);
        setRefused(true);
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
  return { sent: feedback, isRefused };
}

export interface Draft {
  readonly orderId: string;
  readonly problemType?: FeedbackProblem;
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
