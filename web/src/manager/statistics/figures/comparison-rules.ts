export interface Change {
  readonly direction: "up" | "down" | "same";
  /** Difference from the compared day, in minor units. */
  readonly amount: number;
  /** Relative change, where 1 is 100 %; null if the compared day's income is not positive. */
  readonly fraction: number | null;
}

/** Returns the change from `base` to `now`, both in minor units. */
export function changeFrom(base: number, now: number): Change {
  const amount = now - base;
  return {
    direction: amount > 0 ? "up" : amount < 0 ? "down" : "same",
    amount,
    fraction: base > 0 ? amount / base : null,
  };
}

/**
 * Formats a relative change. Below 10 %, it has at most one decimal; below 0.1 %, it is "<0.1%" without a sign, because
 * the arrow and the amount show the direction.
 */
export function percentText(fraction: number, languageTag: string): string {
  const size = Math.abs(fraction);
  const smallest = 0.001;
  const isSmaller = size > 0 && size < smallest;
  const digits = size < 0.0995 ? 1 : 0;
  const text = new Intl.NumberFormat(languageTag, {
    style: "percent",
    maximumFractionDigits: digits,
  }).format(isSmaller ? smallest : size);
  const sign = isSmaller ? "<" : fraction > 0 ? "+" : fraction < 0 ? "-" : "";
  return sign + text;
}
