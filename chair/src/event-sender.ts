import type { ChairFaults } from "./chair-faults.ts";
import type { StoredEvent } from "./chair-memory.ts";

/**
 * Maximum number of events in flight without a receipt. It limits the load on the server after the chair was offline
 * for a long time.
 */
const windowSize = 64;

/**
 * Creates the sender of events. It sends events in order, and resends the whole window at growing intervals until a
 * receipt arrives. The broker's acknowledgement does not suffice, because it does not prove that the server has stored
 * an event.
 */
export function createEventSender(dependencies: {
  /** Events without a receipt, oldest first. */
  pending: () => readonly StoredEvent[];
  connected: () => boolean;
  send: (event: StoredEvent) => void;
  faults: () => ChairFaults;
  resendMs: number;
  maxResendMs: number;
}) {
  let sentUpTo = 0;
  let waitMs = dependencies.resendMs;
  let timer: NodeJS.Timeout | null = null;
  let pausedUntilMs = 0;

  const sendPending = () => {
    const pauseMs = pausedUntilMs - performance.now();
    if (pauseMs > 0) {
      timer ??= setTimeout(restart, pauseMs);
      return;
    }
    if (!dependencies.connected()) return;
    const window = dependencies.pending().slice(0, windowSize);
    const unsent = window.filter((event) => event.seq > sentUpTo);
    for (const event of withSendFaults(unsent, dependencies.faults())) dependencies.send(event);
    sentUpTo = window.at(-1)?.seq ?? sentUpTo;
    if (window.length > 0) timer ??= setTimeout(resend, waitMs);
  };

  const cancel = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };

  const resend = () => {
    timer = null;
    waitMs = Math.min(waitMs * 2, dependencies.maxResendMs);
    sentUpTo = 0;
    sendPending();
  };

  const restart = () => {
    cancel();
    waitMs = dependencies.resendMs;
    sentUpTo = 0;
    sendPending();
  };

  return {
    /** Resends all events of the window, for example on a new connection. */
    restart,
    /** Sends no events for a time that the server has requested, also after a reconnect; then resends the window. */
    pause(seconds: number) {
      pausedUntilMs = performance.now() + seconds * 1000;
      restart();
    },
    /** Sends events that were not sent yet, as far as the window allows. */
    sendPending,
    /** Advances the window after a receipt and sends the events that now fit into it. */
    onReceipt() {
      cancel();
      waitMs = dependencies.resendMs;
      sendPending();
    },
    stop: cancel,
  };
}

function withSendFaults(events: readonly StoredEvent[], faults: ChairFaults): StoredEvent[] {
  const copies = events.flatMap((event) => Array.from({ length: faults.eventCopies }, () => event));
  if (!faults.shuffleEvents) return copies;
  return copies
    .map((event) => ({ event, sortKey: Math.random() }))
    .sort((a, b) => a.sortKey - b.sortKey)
    .map(({ event }) => event);
}
