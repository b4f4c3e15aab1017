/** @returns null for no values */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** Scales the median absolute deviation (MAD) to the standard deviation of a normal distribution. */
const madScale = 1.4826;

/**
 * Returns the median plus `deviations` robust standard deviations, which a few extreme values do not affect. Null
 * for no values.
 */
export function robustUpperBound(values: readonly number[], deviations: number): number | null {
  const center = median(values);
  if (center === null) return null;
  const mad = median(values.map((value) => Math.abs(value - center))) as number;
  return center + deviations * madScale * mad;
}
