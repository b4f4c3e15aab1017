import { useSyncExternalStore } from "react";
import { usePageData } from "#shared/api/page-data.ts";
import { serverNow } from "./server-clock.ts";

/**
 * Returns a hook for the server's time in milliseconds since the epoch. All components that use the hook share one
 * timer.
 */
function tickingClock(milliseconds: number): () => number {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  /** The time that all components show until the next tick; 0 before the first rendering. */
  let now = 0;
  const readNow = () => {
    now = serverNow();
  };

  function tick() {
    readNow();
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    if (listeners.size === 1) {
      readNow();
      timer = setInterval(tick, milliseconds);
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) clearInterval(timer);
    };
  }

  const read = () => {
    if (now === 0) readNow();
    return now;
  };
  return () => {
    const { now: renderedAt } = usePageData();
    // Until the app runs, the markup shows the time at which the server rendered it.
    const readRendered = () => (renderedAt === "" ? serverNow() : Date.parse(renderedAt));
    return useSyncExternalStore(subscribe, read, readRendered);
  };
}

/** Returns the server's time in milliseconds since the epoch, updated every second. */
export const useSeconds = tickingClock(1_000);
/**
 * Returns the server's time in milliseconds since the epoch, updated every 20 seconds, which suffices for displays in
 * minutes.
 */
export const useMinutes = tickingClock(20_000);
