import type { Currency } from "@reposo/contract/money/currencies.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { Language } from "@reposo/contract/text/languages.ts";

/**
 * Formats how much more (+) or less (−) was counted than expected, without a sign if it is rounded to 0. `difference` is in
 * minor units.
 */
export function formatDifference(difference: number, currency: Currency, language: Language): string {
  const amount = formatMoney(difference, currency, language);
  return difference > 0 && amount !== formatMoney(0, currency, language) ? `+${amount}` : amount;
}
