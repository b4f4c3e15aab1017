import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "./log.ts";

const windowMs = 60_000;

/** Logs each message at most `maxPerMinute` times a minute, so that unauthenticated clients cannot fill the disk. */
export function createLimitedLog(log: Log, clock: Clock, maxPerMinute: number) {
  const windows = new Map<string, { startMs: number; count: number }>();
  return {
    warn(detail: Readonly<Record<string, unknown>>, message: string): void {
      const nowMs = clock.now().getTime();
      let window = windows.get(message);
      let omitted = 0;
      if (window === undefined || Math.abs(nowMs - window.startMs) >= windowMs) {
        omitted = Math.max(0, (window?.count ?? 0) - maxPerMinute);
        window = { startMs: nowMs, count: 0 };
        windows.set(message, window);
      }
      window.count += 1;
      if (window.count <= maxPerMinute) log.warn(omitted > 0 ? { ...detail, omitted } : detail, message);
    },
  };
}
