import type { Currency } from "@reposo/contract/money/currencies.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { Language } from "@reposo/contract/text/languages.ts";

/** Formats how much more (+) or less (−) was counted than expected. `difference` is in minor units. */
export const formatDifference = (difference: number, currency: Currency, language: Language): string =>
  (difference > 0 ? "+" : "") + formatMoney(difference, currency, language);
