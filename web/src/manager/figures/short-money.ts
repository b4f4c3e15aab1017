import { compactMoney } from "#shared/i18n/compact-money.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";

/** The full amount where it fits, otherwise its compact form. */
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

/** Two parts of a sum in the same form, full or compact. */
export function partsWithin(
  most: number,
  { online, cash }: { readonly online: number; readonly cash: number },
  currency: Currency,
  language: Language,
): { online: string; cash: string } {
  const parts = [online, cash].map((amount) => moneyWithin(most, amount, currency, language));
  const format = parts.some(({ isShort }) => isShort) ? compactMoney : formatMoney;
  return { online: format(online, currency, language), cash: format(cash, currency, language) };
}
