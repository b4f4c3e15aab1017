interface Sample {
  readonly offset: number;
  readonly roundTrip: number;
  readonly takenAt: number;
}

/** A sample this old no longer outranks a slower, newer one: phones sleep, and their clocks are set. */
const sampleLifetime = 120_000;

let best: Sample | null = null;

/** Learns from an answer that carries the server's time; the quickest round trip of late is believed. */
export const noteServerTime = (serverTime: string, sentAt: number, receivedAt: number): void =>
  learn(serverTime, sentAt, receivedAt, true);

/**
 * Learns from a time in whole seconds, the rest cut off: half a second later on the whole. It never takes the place of
 * a better one, however old, unless a clock was set.
 */
export const noteServerSecond = (date: string, sentAt: number, receivedAt: number): void =>
  learn(date, sentAt - 1_000, receivedAt, false);

function learn(serverTime: string, sentAt: number, receivedAt: number, outranksOld: boolean): void {
  const roundTrip = Math.max(0, receivedAt - sentAt);
  const offset = Date.parse(serverTime) - (sentAt + roundTrip / 2);
  if (Number.isNaN(offset)) return;
  const old = best === null || receivedAt - best.takenAt > sampleLifetime || receivedAt < best.takenAt;
  // An offset that moved by more than both round trips means that this phone's clock was set.
  const moved = best !== null && Math.abs(best.offset - offset) > best.roundTrip + roundTrip;
  if ((old && outranksOld) || moved || best === null || roundTrip <= best.roundTrip)
    best = { offset, roundTrip, takenAt: receivedAt };
}

/** A moment by this device's clock as the server's has it, in milliseconds; the same until an answer taught better. */
export const onServerClock = (at: number): number => at + (best?.offset ?? 0);

/** The server's time now. */
export const serverNow = (): number => onServerClock(Date.now());
