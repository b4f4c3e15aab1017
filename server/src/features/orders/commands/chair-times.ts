import { monotonicMs } from "#platform/time/clock.ts";

/**
 * A chair's clock is assumed to be correct for this long after a command: a cheap clock gains less than a second in
 * this time. This period is short, because commands of other servers set the clock too.
 */
const knownMs = 10 * 60_000;
/**
 * Since the last command, the server's clock and the monotonic clock may diverge by this much. A larger difference
 * means that the server's clock was set.
 */
const toleranceMs = 1_000;
/**
 * Only this many chairs are remembered, those with the latest commands. For other chairs, `hasRecentTime` returns
 * false.
 */
const maxChairs = 100_000;

interface GivenTime {
  readonly serverMs: number;
  readonly uptimeMs: number;
}

/**
 * Remembers the time that this process sent to each chair with its last command. A chair compares the deadline of a
 * start with its own clock, which every command sets. The chair's clock is wrong after a command from a server
 * whose clock was ahead, until the next command, and it drifts during days without a command.
 */
export function createChairTimes(uptimeMs: () => number = monotonicMs) {
  const given = new Map<string, GivenTime>();

  return {
    /** Records that a command with the server's time `now` was sent to a chair. */
    record(deviceId: string, now: Date): void {
      given.delete(deviceId);
      given.set(deviceId, { serverMs: now.getTime(), uptimeMs: uptimeMs() });
      const oldest = given.size > maxChairs ? given.keys().next().value : undefined;
      if (oldest !== undefined) given.delete(oldest);
    },
    /**
     * Returns whether this process sent its time to the chair within the last `knownMs`, and the server's clock was not
     * set since.
     */
    hasRecentTime(deviceId: string, now: Date): boolean {
      const last = given.get(deviceId);
      if (last === undefined) return false;
      const elapsedMs = uptimeMs() - last.uptimeMs;
      const expectedMs = last.serverMs + elapsedMs;
      return elapsedMs <= knownMs && Math.abs(expectedMs - now.getTime()) <= toleranceMs;
    },
  };
}
