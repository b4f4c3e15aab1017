import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "./log.ts";

const windowMs = 60_000;

/**
 * Logs warnings that strangers cause, at most `mostPerMinute` of a message in a minute: the next minute's first one says
 * how many were left out, so that a flood of them neither fills the disk nor goes unnoticed.
 */
export function createLimitedLog(log: Log, clock: Clock, mostPerMinute: number) {
  const windows = new Map<string, { startMs: number; count: number }>();
  return {
    warn(detail: Readonly<Record<string, unknown>>, message: string): void {
      const nowMs = clock.now().getTime();
      let window = windows.get(message);
      let omitted = 0;
      if (window === undefined || Math.abs(nowMs - window.startMs) >= windowMs) {
        omitted = Math.max(0, (window?.count ?? 0) - mostPerMinute);
        window = { startMs: nowMs, count: 0 };
        windows.set(message, window);
      }
      window.count += 1;
      if (window.count <= mostPerMinute) log.warn(omitted > 0 ? { ...detail, omitted } : detail, message);
    },
  };
}
