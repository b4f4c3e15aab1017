interface Sample {
  readonly offset: number;
  readonly roundTrip: number;
  readonly measuredAt: number;
}

/** A faster sample older than this is replaced by a slower one: phones sleep, and their clocks are set. */
const sampleLifetime = 120_000;

let best: Sample | null = null;

/** Updates the offset from a response with the server's time; the fastest recent round trip counts. */
export const addServerTime = (serverTime: string, sentAt: number, receivedAt: number): void =>
  update(serverTime, sentAt, receivedAt, true);

/** Like `addServerTime`, for a time truncated to seconds, which is on average half a second early and less exact. */
export const addServerSecond = (date: string, sentAt: number, receivedAt: number): void =>
  update(date, sentAt - 1_000, receivedAt, false);

function update(serverTime: string, sentAt: number, receivedAt: number, replacesPrevious: boolean): void {
  const roundTrip = Math.max(0, receivedAt - sentAt);
  const offset = Date.parse(serverTime) - (sentAt + roundTrip / 2);
  if (Number.isNaN(offset)) return;
  const old = best === null || receivedAt - best.measuredAt > sampleLifetime || receivedAt < best.measuredAt;
  // An offset that changed by more than both round trips means that this device's clock was set.
  const moved = best !== null && Math.abs(best.offset - offset) > best.roundTrip + roundTrip;
  if ((old && replacesPrevious) || moved || best === null || roundTrip <= best.roundTrip)
    best = { offset, roundTrip, measuredAt: receivedAt };
}

/** A time of this device's clock by the server's clock, in milliseconds. */
export const onServerClock = (at: number): number => at + (best?.offset ?? 0);

export const serverNow = (): number => onServerClock(Date.now());
