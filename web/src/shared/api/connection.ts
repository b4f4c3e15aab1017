import { useSyncExternalStore } from "react";
import { apiBase, callHeaders } from "./call-headers.ts";

const probeMilliseconds = 3_000;
/** A connection that drops all packets never reports an error. */
const probeTimeoutMilliseconds = 10_000;

let reachable = true;
let probe: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/**
 * While the server cannot be reached, actions are disabled, so no call would notice that it is back. Only a success counts:
 * a proxy also responds without its server.
 */
function probeAgain(): void {
  clearTimeout(probe);
  probe = setTimeout(() => {
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), probeTimeoutMilliseconds);
    const options = { headers: callHeaders(), cache: "no-store", signal: cancel.signal } as const;
    fetch(`${apiBase}/health/live`, options).then(
      ({ ok }) => (ok ? reportReachable(true) : probeAgain()),
      probeAgain,
    );
  }, probeMilliseconds);
}

/** Calls report their outcome: a phone may count as online without a signal. */
export function reportReachable(now: boolean): void {
  if (now === reachable) return;
  reachable = now;
  if (now) clearTimeout(probe);
  else probeAgain();
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("online", notify);
  window.addEventListener("offline", notify);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("online", notify);
    window.removeEventListener("offline", notify);
  };
}

/** False while the server cannot be reached: a banner is shown, and actions that need it are disabled. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine && reachable,
    () => true,
  );
