import { useSyncExternalStore } from "react";
import { serverNow } from "./server-clock.ts";

/** Shares one timer among all components that show the time in steps of this length. */
function tickingClock(milliseconds: number): () => number {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
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
  // Rendering on the server subscribes to nothing, so the time read first would never be updated.
  return () => useSyncExternalStore(subscribe, read, serverNow);
}

export const useSeconds = tickingClock(1_000);
/** The server's time, updated every 20 seconds: sufficient for minutes. */
export const useMinutes = tickingClock(20_000);
