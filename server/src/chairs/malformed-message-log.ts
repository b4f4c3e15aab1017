import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";

const everyMs = 60_000;
const mostRemembered = 10_000;

/** A chair that talks nonsense may talk fast: one line a minute and chair, with how many more there were. */
export function createComplaints({ clock, log }: { clock: Clock; log: Log }) {
  const told = new Map<string, { atMs: number; untold: number }>();

  return {
    add(deviceId: string, problem: string): void {
      const nowMs = clock.now().getTime();
      const last = told.get(deviceId);
      if (last !== undefined && Math.abs(nowMs - last.atMs) < everyMs) {
        last.untold += 1;
        return;
      }
      if (told.size >= mostRemembered) told.clear();
      told.set(deviceId, { atMs: nowMs, untold: 0 });
      log.warn({ deviceId, problem, untold: last?.untold ?? 0 }, "a chair's message is not dealt with");
    },
  };
}
