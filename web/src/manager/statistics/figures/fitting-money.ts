import type { Currency } from "@reposo/contract/money/currencies.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { compactMoney } from "#shared/i18n/compact-money.ts";

/** Formats an amount in full if it fits, otherwise in compact form. */
export function moneyWithin(
  maxLength: number,
  amount: number,
  currency: Currency,
  language: Language,
): { text: string; full: string; isShort: boolean } {
  const full = formatMoney(amount, currency, language);
  const isShort = full.length > maxLength;
  return { text: isShort ? compactMoney(amount, currency, language) : full, full, isShort };
}

/**
 * Formats the online and the cash income in the same form: both in full if they fit, otherwise both in compact form.
 */
export function partsWithin(
  maxLength: number,
  { online, cash }: { readonly online: number; readonly cash: number },
  currency: Currency,
  language: Language,
): { online: string; cash: string } {
  const parts = [online, cash].map((amount) => moneyWithin(maxLength, amount, currency, language));
  const format = parts.some(({ isShort }) => isShort) ? compactMoney : formatMoney;
  return { online: format(online, currency, language), cash: format(cash, currency, language) };
}
