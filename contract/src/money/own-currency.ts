import type { Currency } from "#fields.ts";

/** Returns the entries with those of the currency `own` first, each group in its original order. */
export const ownCurrencyFirst = <T extends { currency: Currency }>(
  entries: readonly T[],
  own: Currency,
): T[] => [
  ...entries.filter(({ currency }) => currency === own),
  ...entries.filter(({ currency }) => currency !== own),
];
