/** How today stands against the same part of another day. */
export interface Change {
  readonly direction: "up" | "down" | "same";
  /** Today less the other day, minor units. */
  readonly amount: number;
  /** The share it changed by; null where the other day gives nothing to take a share of. */
  readonly fraction: number | null;
}

export function changeFrom(base: number, now: number): Change {
  const amount = now - base;
  return {
    direction: amount > 0 ? "up" : amount < 0 ? "down" : "same",
    amount,
    // Of nothing, or of a day that returns made negative, no share can be told.
    fraction: base > 0 ? amount / base : null,
  };
}

/** Digits worth showing: a small change needs its tenth, a large one does not. */
export function percentText(fraction: number, languageTag: string): string {
  const size = Math.abs(fraction);
  const smallest = 0.001;
  const shown = size > 0 && size < smallest ? smallest : size;
  const digits = shown < 0.0995 ? 1 : 0;
  const text = new Intl.NumberFormat(languageTag, {
    style: "percent",
    minimumFractionDigits: 0,
    maximumFractionDigits: digits,
  }).format(shown);
  const sign = fraction > 0 ? "+" : fraction < 0 ? "-" : "";
  return `${size > 0 && size < smallest ? "<" : ""}${sign}${text}`;
}
