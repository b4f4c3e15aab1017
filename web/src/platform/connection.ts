import { useSyncExternalStore } from "react";

const probeMilliseconds = 3_000;

let reachable = true;
let probe: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Asks until the server answers: what needs it is disabled meanwhile, so no call would find out. */
function askAgain(): void {
  clearTimeout(probe);
  probe = setTimeout(() => {
    fetch("/api/health/live", { cache: "no-store" }).then(() => noteReachable(true), askAgain);
  }, probeMilliseconds);
}

/** The calls report how they fared: a phone may believe that it is online in a lift that has no signal. */
export function noteReachable(now: boolean): void {
  if (now === reachable) return;
  reachable = now;
  if (now) clearTimeout(probe);
  else askAgain();
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("online", tell);
  window.addEventListener("offline", tell);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("online", tell);
    window.removeEventListener("offline", tell);
  };
}

/** False while the server cannot be reached: a banner says so and what needs it is disabled. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine && reachable,
    () => true,
  );
