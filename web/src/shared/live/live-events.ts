import type { LiveEvent, LiveEventName } from "@reposo/contract/sessions/live-events.ts";
import { sessionEndingCodes } from "@reposo/contract/result-codes.ts";
import { liveEventsPath } from "@reposo/contract/sessions/event-stream.ts";
import { useEffect, useRef, useState } from "react";
import { apiUrl, parseEnvelope } from "#shared/api/api-exchange.ts";
import { callHeaders } from "#shared/api/call-headers.ts";
import { createEventParser } from "./event-stream-parser.ts";
import { renewGuest } from "#shared/session/guest.ts";
import { endSession } from "#shared/session/session-end.ts";
import { type StoredSession, readSession } from "#shared/session/session-storage.ts";

/** `connecting`: the stream opens for the first time. `cut`: it was interrupted or failed to open, and reopens. */
export type LiveState = "connecting" | "live" | "cut";

/**
 * Time without data after which the connection counts as lost. The server sends at least a heartbeat every 15 seconds.
 */
const silenceMilliseconds = 40_000;
/** Maximum random delay before the next connection. The delay announced by the server is added to it. */
const maxWaitMilliseconds = 15_000;

interface Listener {
  /** ID of the last event whose change the page's data include; null if it is unknown. */
  readonly resumesAfter?: string | null;
  readonly onEvent: (event: LiveEvent) => void;
  readonly onState: (state: LiveState) => void;
}

const names = Object.keys({
  order: true,
  device: true,
  revenue: true,
  alerts: true,
  reset: true,
} satisfies Record<LiveEventName, true>);

/**
 * Opens the event stream, and reconnects after failures, resuming after the last event. Unlike `EventSource`, it sends
 * the token in a header. Returns a function that closes the stream.
 */
export function openLiveEvents({ onEvent, onState, resumesAfter = null }: Listener): () => void {
  let lastEventId = resumesAfter;
  let failures = 0;
  /** The server's minimum delay before the next connection, in milliseconds. */
  let announced = 0;
  let closed = false;
  let cancel = new AbortController();
  let wait: ReturnType<typeof setTimeout> | undefined;

  function retry(): void {
    if (closed) return;
    onState("cut");
    const ceiling = Math.min(maxWaitMilliseconds, 500 * 2 ** failures);
    failures += 1;
    clearTimeout(wait);
    wait = setTimeout(connect, announced + Math.random() * ceiling);
  }

  function connect(): void {
    clearTimeout(wait);
    cancel.abort();
    const controller = new AbortController();
    cancel = controller;
    void read(controller.signal)
      .catch(() => undefined)
      .then(() => {
        if (controller === cancel) retry();
      });
  }

  async function read(signal: AbortSignal): Promise<void> {
    const session = readSession();
    if (session === null) return;
    const headers = callHeaders(session.token);
    if (lastEventId !== null) headers["Last-Event-ID"] = lastEventId;
    const abortLater = () => setTimeout(() => cancel.abort(), silenceMilliseconds);
    const timeout = abortLater();
    const response = await fetch(apiUrl(liveEventsPath), {
      headers,
      signal,
      cache: "no-store",
      credentials: "omit",
    }).finally(() => clearTimeout(timeout));
    // If the server refuses the request, its response is JSON instead of a stream.
    if (!(response.headers.get("content-type") ?? "").startsWith("text/event-stream"))
      return handleRefusal(session, await response.text());
    const reader = response.ok ? response.body?.getReader() : undefined;
    if (reader === undefined) return;
    failures = 0;
    onState("live");
    // Without a position to resume from, the stream lacks the changes since the page's first calls, so the page must
    // refetch.
    if (headers["Last-Event-ID"] === undefined) onEvent({ name: "reset", data: {} });
    const decoder = new TextDecoder();
    const parse = createEventParser();
    for (;;) {
      const silence = abortLater();
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      for (const { name, id, data, retry: retryMs } of parse(decoder.decode(value, { stream: true }))) {
        if (id !== null) lastEventId = id;
        if (retryMs) announced = retryMs;
        if (names.includes(name)) onEvent({ name, data: JSON.parse(data) as unknown } as LiveEvent);
      }
    }
  }

  /**
   * Handles a session that the server has ended (SES-3): replaces a customer's token, after which the stream reopens.
   * Logs the user out if it is a manager, or if the server refuses a new token.
   */
  async function handleRefusal({ token, kind }: StoredSession, body: string): Promise<void> {
    const envelope = parseEnvelope(body);
    if (envelope === null || !sessionEndingCodes.includes(envelope.code)) return;
    if (readSession()?.token !== token) return;
    if (kind === "customer" && (await renewGuest(token))) return;
    endSession(token, envelope.code, envelope.message);
    closed = true;
  }

  // A connection that was lost while the page was hidden or offline is retried without a delay.
  const wake = () => {
    if (document.visibilityState === "visible" && failures > 0) connect();
  };
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  onState("connecting");
  connect();
  return () => {
    closed = true;
    clearTimeout(wait);
    cancel.abort();
    document.removeEventListener("visibilitychange", wake);
    window.removeEventListener("online", wake);
  };
}

/**
 * Reads the event stream while the component is mounted and `enabled`. Returns the state of the stream; while it is
 * disabled, the last state before.
 */
export function useLiveEvents(
  onEvent: (event: LiveEvent) => void,
  enabled = true,
  resumesAfter: string | null = null,
): LiveState {
  const [state, setState] = useState<LiveState>("connecting");
  const handler = useRef(onEvent);
  useEffect(() => {
    handler.current = onEvent;
  });
  useEffect(() => {
    if (!enabled) return;
    return openLiveEvents({
      onEvent: (event) => handler.current(event),
      onState: setState,
      resumesAfter,
    });
  }, [enabled, resumesAfter]);
  return state;
}
