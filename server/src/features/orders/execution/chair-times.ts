import { monotonicMs } from "#platform/time/clock.ts";

/**
 * How long a chair's clock is assumed to be correct: a cheap clock gains less than a second in this time. Another
 * server may set it at any time.
 */
const knownMs = 10 * 60_000;
/** The largest deviation of the server's clock in this time that does not mean that it was set. */
const toleranceMs = 1_000;
/** The number of cached chairs, those with the latest commands; for any other chair, `hasRecentTime` is false. */
const maxChairs = 100_000;

interface GivenTime {
  readonly serverMs: number;
  readonly uptimeMs: number;
}

/**
 * The time that this process sent to each chair with its last command. A chair compares the deadline of a start with
 * its own clock, which every command sets. After a command from a server whose clock was ahead, the chair's clock stays
 * ahead until the next command. It also drifts during days without a command.
 */
export function createChairTimes(uptimeMs: () => number = monotonicMs) {
  const given = new Map<string, GivenTime>();

  return {
    record(deviceId: string, now: Date): void {
      given.delete(deviceId);
      given.set(deviceId, { serverMs: now.getTime(), uptimeMs: uptimeMs() });
      const oldest = given.size > maxChairs ? given.keys().next().value : undefined;
      if (oldest !== undefined) given.delete(oldest);
    },
    /** Whether the chair was given the time a short while ago, by a clock that has not been set since. */
    hasRecentTime(deviceId: string, now: Date): boolean {
      const last = given.get(deviceId);
      if (last === undefined) return false;
      const elapsedMs = uptimeMs() - last.uptimeMs;
      const expectedMs = last.serverMs + elapsedMs;
      return elapsedMs <= knownMs && Math.abs(expectedMs - now.getTime()) <= toleranceMs;
    },
  };
}
