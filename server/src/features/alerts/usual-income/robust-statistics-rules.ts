/** @returns null for no values */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** Makes the median absolute deviation comparable to a standard deviation of a normal distribution. */
const madScale = 1.4826;

/** The median plus a number of robust standard deviations; not affected by a few extreme values. Null for no values. */
export function robustUpperBound(values: readonly number[], deviations: number): number | null {
  const center = median(values);
  if (center === null) return null;
  const mad = median(values.map((value) => Math.abs(value - center))) as number;
  return center + deviations * madScale * mad;
}
