export interface Pace {
  readonly idleMs: number;
  /** After this time, the average must be at least `minBytesPerSecond`. */
  readonly graceMs: number;
  readonly minBytesPerSecond: number;
  readonly maxMs: number;
}

export const uploadPace: Pace = {
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

export function isTooSlow(pace: Pace, { elapsedMs, sinceLastByteMs, bytes }: Progress): boolean {
  if (sinceLastByteMs > pace.idleMs || elapsedMs > pace.maxMs) return true;
  return elapsedMs > pace.graceMs && bytes < (pace.minBytesPerSecond * elapsedMs) / 1000;
}
