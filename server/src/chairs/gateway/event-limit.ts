import { monotonicMs } from "#platform/time/clock.ts";

export interface EventLimit {
  /** Events that each chair may send per minute, averaged over the burst. */
  readonly perMinute: number;
  /** Events that each chair may send at once, for example after a time without connection. */
  readonly burst: number;
}

/** Events that the virtual chair sends without waiting for a receipt; a pause makes room for as many. */
const windowSize = 64;
const maxPauseSeconds = 3600;

/**
 * Limits the events of each chair, because each is stored for ever and a compromised secret can send any number. The
 * limit is applied before the events are read together with others, so that an excess costs neither memory nor queries.
 */
export function createEventLimit({ perMinute, burst }: EventLimit) {
  const intervalMs = 60_000 / perMinute;
  const pauseSeconds = Math.min(maxPauseSeconds, Math.ceil((windowSize * intervalMs) / 1000));
  /** When the chair may again send a whole burst; the number of entries is limited by that of chairs with a secret. */
  const completeAt = new Map<string, number>();
  const pausedAt = new Map<string, number>();

  return {
    pauseSeconds,
    /** Counts an event. A chair that exceeds the limit is told to pause, again only after the pause. */
    take(deviceId: string): "accepted" | "refused" | "pause" {
      const nowMs = monotonicMs();
      const next = Math.max(completeAt.get(deviceId) ?? 0, nowMs) + intervalMs;
      if (next - nowMs <= burst * intervalMs) {
        completeAt.set(deviceId, next);
        return "accepted";
      }
      if (nowMs - (pausedAt.get(deviceId) ?? -Infinity) < pauseSeconds * 1000) return "refused";
      pausedAt.set(deviceId, nowMs);
      return "pause";
    },
  };
}
