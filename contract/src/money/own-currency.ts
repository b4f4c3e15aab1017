import type { Currency } from "#fields.ts";

/** What there is one of a currency: the manager's own first, the others in the server's order. */
export const ownCurrencyFirst = <T extends { currency: Currency }>(
  each: readonly T[],
  own: Currency,
): T[] => [
  ...each.filter(({ currency }) => currency === own),
  ...each.filter(({ currency }) => currency !== own),
];
