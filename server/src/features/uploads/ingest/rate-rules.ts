export interface RateLimit {
  readonly idleMs: number;
  /** After this time, the average rate must be at least `minBytesPerSecond`. */
  readonly graceMs: number;
  readonly minBytesPerSecond: number;
  readonly maxMs: number;
}

export const uploadRate: RateLimit = {
  idleMs: 30_000,
  graceMs: 60_000,
  minBytesPerSecond: 2_000,
  maxMs: 35 * 60_000,
};

export interface Progress {
  readonly elapsedMs: number;
  readonly sinceLastByteMs: number;
  readonly bytes: number;
}

export function isTooSlow(rate: RateLimit, { elapsedMs, sinceLastByteMs, bytes }: Progress): boolean {
  if (sinceLastByteMs > rate.idleMs || elapsedMs > rate.maxMs) return true;
  return elapsedMs > rate.graceMs && bytes < (rate.minBytesPerSecond * elapsedMs) / 1000;
}
