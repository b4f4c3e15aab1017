import { useSyncExternalStore } from "react";
import { apiBase } from "./api-base.ts";
import { callHeaders } from "./call-headers.ts";

const probeMilliseconds = 3_000;
/** A line that swallows what it is given never says so. */
const patienceMilliseconds = 10_000;

let reachable = true;
let probe: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/**
 * Asks until the server answers: what needs it is disabled meanwhile, so no call would find out. A proxy without its
 * server, or another one, answers as well.
 */
function askAgain(): void {
  clearTimeout(probe);
  probe = setTimeout(() => {
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), patienceMilliseconds);
    const options = { headers: callHeaders(), cache: "no-store", signal: cancel.signal } as const;
    fetch(`${apiBase}/health/live`, options).then(
      ({ ok }) => (ok ? noteReachable(true) : askAgain()),
      askAgain,
    );
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
