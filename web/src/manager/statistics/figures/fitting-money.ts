import type { Currency } from "@reposo/contract/money/currencies.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { Language } from "@reposo/contract/text/languages.ts";

/** Whether one of the amounts is longer than its place, so that all of them are shown in compact form. */
export const areLong = (
  maxLength: number,
  amounts: readonly number[],
  currency: Currency,
  language: Language,
): boolean => amounts.some((amount) => formatMoney(amount, currency, language).length > maxLength);
