import type { LiveEvent } from "@reposo/contract/sessions/live-events.ts";
import { useEffect } from "react";
import { type LiveState, useLiveEvents } from "./live-events.ts";

interface Options {
  /** Called for every event of the stream except `reset`, which always refetches. */
  readonly onEvent?: (event: LiveEvent) => void;
  /** Whether to open the stream. */
  readonly follows: boolean;
  /**
   * Polling interval while the stream is not live; null disables polling. Polling is needed, because the in-app
   * browsers of some payment apps buffer the stream.
   */
  readonly pollMilliseconds: number | null;
  /** False if the caller has already fetched the first data. */
  readonly fetchesFirst?: boolean;
}

/**
 * Fetches data. Refetches it after a `reset` event, when the page becomes visible again, and by polling while the
 * stream is not live.
 */
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
