import { useSyncExternalStore } from "react";
import { serverNow } from "#platform/server-clock.ts";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

function tick() {
  now = Math.floor(serverNow() / 1000) * 1000;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    now = Math.floor(serverNow() / 1000) * 1000;
    timer = setInterval(tick, 1_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

const read = () => (now === 0 ? Math.floor(serverNow() / 1000) * 1000 : now);

/** The server's time in whole seconds; one timer for every row that shows one. */
export const useSeconds = (): number => useSyncExternalStore(subscribe, read, read);
