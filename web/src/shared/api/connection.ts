import { useSyncExternalStore } from "react";
import { apiBase, callHeaders } from "./call-headers.ts";

const probeMilliseconds = 3_000;
/** Timeout of a probe, because a connection that drops all packets reports no error. */
const probeTimeoutMilliseconds = 10_000;

const connectionEvents = ["online", "offline"] as const;

let reachable = true;
let probe: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/**
 * Probes whether the server can be reached again. Actions are disabled until then, so possibly no other call is made
 * that could detect it. Only a success status counts, because a proxy responds with an error while its server is down.
 */
function runProbe(): void {
  clearTimeout(probe);
  const cancel = new AbortController();
  setTimeout(() => cancel.abort(), probeTimeoutMilliseconds);
  const options = { headers: callHeaders(), cache: "no-store", signal: cancel.signal } as const;
  fetch(`${apiBase}/health/live`, options).then(
    ({ ok }) => (ok ? reportReachable(true) : scheduleProbe()),
    scheduleProbe,
  );
}

function scheduleProbe(): void {
  clearTimeout(probe);
  if (!reachable) probe = setTimeout(runProbe, probeMilliseconds);
}

function handleConnectionEvent({ type }: Event): void {
  if (type === "online" && !reachable) runProbe();
  notify();
}

/** Called by API calls with their outcome, because the browser may report a phone without a signal as online. */
export function reportReachable(now: boolean): void {
  if (now === reachable) return;
  reachable = now;
  if (now) clearTimeout(probe);
  else scheduleProbe();
  notify();
}

function subscribe(listener: () => void): () => void {
  // One registration serves all components, so only the last one that unmounts may remove it.
  if (listeners.size === 0)
    for (const type of connectionEvents) window.addEventListener(type, handleConnectionEvent);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0)
      for (const type of connectionEvents) window.removeEventListener(type, handleConnectionEvent);
  };
}

/**
 * Returns false while the server cannot be reached. The app then shows a banner and disables actions that need the
 * server.
 */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine && reachable,
    () => true,
  );
