export interface Change {
  readonly direction: "up" | "down" | "same";
  /** Difference to the other day, in minor units. */
  readonly amount: number;
  /** Relative change; null if the other day is not positive. */
  readonly fraction: number | null;
}

export function changeFrom(base: number, now: number): Change {
  const amount = now - base;
  return {
    direction: amount > 0 ? "up" : amount < 0 ? "down" : "same",
    amount,
    fraction: base > 0 ? amount / base : null,
  };
}

/** Small changes are shown with one decimal, and smaller ones as "<0.1%": the arrow and the amount show their direction. */
export function percentText(fraction: number, languageTag: string): string {
  const size = Math.abs(fraction);
  const smallest = 0.001;
  const isSmaller = size > 0 && size < smallest;
  const digits = size < 0.0995 ? 1 : 0;
  const text = new Intl.NumberFormat(languageTag, {
    style: "percent",
    minimumFractionDigits: 0,
    maximumFractionDigits: digits,
  }).format(isSmaller ? smallest : size);
  const sign = isSmaller ? "<" : fraction > 0 ? "+" : fraction < 0 ? "-" : "";
  return sign + text;
}
