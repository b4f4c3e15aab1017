import type { Currency } from "#fields.ts";

/** Moves the entry of the manager's own currency to the front and keeps the order of the others. */
export const ownCurrencyFirst = <T extends { currency: Currency }>(
  each: readonly T[],
  own: Currency,
): T[] => [
  ...each.filter(({ currency }) => currency === own),
  ...each.filter(({ currency }) => currency !== own),
];
