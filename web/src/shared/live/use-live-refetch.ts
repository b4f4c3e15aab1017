import type { LiveEvent } from "@reposo/contract/sessions/live-events.ts";
import { useEffect } from "react";
import { type LiveState, useLiveEvents } from "./live-events.ts";

interface Options {
  /** Called for every event of the stream but `reset`, which always refetches. */
  readonly onEvent?: (event: LiveEvent) => void;
  readonly follows: boolean;
  /** How often to refetch while the stream is not live, since the browsers of some wallets hold it back; null: never. */
  readonly pollMilliseconds: number | null;
  /** False if the caller has fetched the first data. */
  readonly fetchesFirst?: boolean;
}

/** Fetches data, and refetches it whenever an event, the page's return to the screen, or a missing stream requires it. */
export function useLiveRefetch(
  refetch: () => void,
  { onEvent, follows, pollMilliseconds, fetchesFirst = true }: Options,
): LiveState {
  const liveState = useLiveEvents((event) => {
    if (event.name === "reset") refetch();
    else onEvent?.(event);
  }, follows);

  useEffect(() => {
    if (fetchesFirst) refetch();
    const refetchIfShown = () => {
      if (document.visibilityState === "visible") refetch();
    };
    document.addEventListener("visibilitychange", refetchIfShown);
    window.addEventListener("pageshow", refetchIfShown);
    return () => {
      document.removeEventListener("visibilitychange", refetchIfShown);
      window.removeEventListener("pageshow", refetchIfShown);
    };
  }, [refetch, fetchesFirst]);

  const interval = liveState === "live" ? null : pollMilliseconds;
  useEffect(() => {
    if (interval === null) return;
    const timer = setInterval(refetch, interval);
    return () => clearInterval(timer);
  }, [refetch, interval]);
  return liveState;
}
