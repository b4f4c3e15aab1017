interface Sample {
  readonly offset: number;
  readonly roundTrip: number;
  readonly takenAt: number;
}

/** A sample this old no longer outranks a slower, newer one: phones sleep, and their clocks are set. */
const sampleLifetime = 120_000;

let best: Sample | null = null;

/** Learns from an answer that carries the server's time; the quickest round trip of late is believed. */
export function noteServerTime(serverTime: string, sentAt: number, receivedAt: number): void {
  const roundTrip = Math.max(0, receivedAt - sentAt);
  const offset = Date.parse(serverTime) - (sentAt + roundTrip / 2);
  if (Number.isNaN(offset)) return;
  const stale = best === null || receivedAt - best.takenAt > sampleLifetime || receivedAt < best.takenAt;
  // An offset that moved by more than both round trips means that this phone's clock was set.
  const moved = best !== null && Math.abs(best.offset - offset) > best.roundTrip + roundTrip;
  if (stale || moved || best === null || roundTrip <= best.roundTrip)
    best = { offset, roundTrip, takenAt: receivedAt };
}

/** The server's time now, in milliseconds; this device's own until an answer taught better. */
export const serverNow = (): number => Date.now() + (best?.offset ?? 0);
