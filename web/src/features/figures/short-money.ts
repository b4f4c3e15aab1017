import { compactMoney } from "@reposo/contract/compact-money.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import type { Language } from "@reposo/contract/languages.ts";
import { formatMoney } from "@reposo/contract/money.ts";

/** The full amount where its characters fit the place, else its compact form. */
export function moneyWithin(
  most: number,
  amount: number,
  currency: Currency,
  language: Language,
): { text: string; full: string; isShort: boolean } {
  const full = formatMoney(amount, currency, language);
  const isShort = full.length > most;
  return { text: isShort ? compactMoney(amount, currency, language) : full, full, isShort };
}
