/** How slowly a file may come in before its sender is taken for gone, or for someone who only holds the line. */
export interface Pace {
  readonly idleMs: number;
  /** After this long, bytes must have come at `leastBytesASecond` on the average. */
  readonly graceMs: number;
  readonly leastBytesASecond: number;
  readonly longestMs: number;
}

export const uploadPace: Pace = {
  idleMs: 30_000,
  graceMs: 60_000,
  leastBytesASecond: 2_000,
  longestMs: 35 * 60_000,
};

export interface Progress {
  readonly elapsedMs: number;
  readonly sinceLastByteMs: number;
  readonly bytes: number;
}

export function isTooSlow(pace: Pace, { elapsedMs, sinceLastByteMs, bytes }: Progress): boolean {
  if (sinceLastByteMs > pace.idleMs || elapsedMs > pace.longestMs) return true;
  return elapsedMs > pace.graceMs && bytes < (pace.leastBytesASecond * elapsedMs) / 1000;
}
