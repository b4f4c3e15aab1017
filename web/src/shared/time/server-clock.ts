/** A measurement of the server's clock, in milliseconds. `measuredAt` is a time of the browser's clock. */
interface Sample {
  readonly offset: number;
  readonly roundTrip: number;
  readonly measuredAt: number;
}

/** Age from which a sample is replaced even by a slower one, because a phone's clock may drift or be set. */
const sampleLifetime = 120_000;

let best: Sample | null = null;

/**
 * Updates the offset of the server's clock from a response. `sentAt` and `receivedAt` are times of the browser's clock
 * in milliseconds. Of recent responses, the one with the shortest round trip counts, because it is the most accurate.
 */
export const addServerTime = (serverTime: string, sentAt: number, receivedAt: number): void =>
  update(serverTime, sentAt, receivedAt, true);

/**
 * Like `addServerTime`, for a time truncated to seconds, as in the `Date` header. Such a time is up to a second
 * early, so `sentAt` is moved back by a second: this corrects the average error of half a second, and ranks the sample
 * as less accurate. Unlike `addServerTime`, it never replaces a more accurate sample because of that sample's age.
 */
export const addServerSecond = (date: string, sentAt: number, receivedAt: number): void =>
  update(date, sentAt - 1_000, receivedAt, false);

function update(serverTime: string, sentAt: number, receivedAt: number, replacesOld: boolean): void {
  const roundTrip = Math.max(0, receivedAt - sentAt);
  const offset = Date.parse(serverTime) - (sentAt + roundTrip / 2);
  if (Number.isNaN(offset)) return;
  const old = best === null || receivedAt - best.measuredAt > sampleLifetime || receivedAt < best.measuredAt;
  // An offset that differs by more than the sum of both round trips means that the browser's clock was set.
  const moved = best !== null && Math.abs(best.offset - offset) > best.roundTrip + roundTrip;
  if ((old && replacesOld) || moved || best === null || roundTrip <= best.roundTrip)
    best = { offset, roundTrip, measuredAt: receivedAt };
}

/** Converts a time of the browser's clock to the server's clock, in milliseconds since the epoch. */
export const onServerClock = (at: number): number => Math.round(at + (best?.offset ?? 0));

/** Converts a time of the server's clock to the browser's; the inverse of `onServerClock`. */
export const onBrowserClock = (at: number): number => at - (best?.offset ?? 0);

/** Returns the server's current time in milliseconds since the epoch. */
export const serverNow = (): number => onServerClock(Date.now());
