import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";

const intervalMs = 60_000;
const maxDevices = 10_000;

/** Logs lost messages once per chair and minute, with the number of losses that were omitted since the last line. */
export function createLostMessageLog({ clock, log, message }: { clock: Clock; log: Log; message: string }) {
  const logged = new Map<string, { atMs: number; omitted: number }>();

  return {
    add(deviceId: string, details: { readonly problem: string } | { readonly topic: string }): void {
      const nowMs = clock.now().getTime();
      const last = logged.get(deviceId);
      if (last !== undefined && Math.abs(nowMs - last.atMs) < intervalMs) {
        last.omitted += 1;
        return;
      }
      if (logged.size >= maxDevices) logged.clear();
      logged.set(deviceId, { atMs: nowMs, omitted: 0 });
      log.warn({ deviceId, ...details, omitted: last?.omitted ?? 0 }, message);
    },
  };
}
