import { currencyNames, hasDecimals, numberMarks } from "@reposo/contract/money/money.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { plainText } from "@reposo/contract/text/typed-text.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";

/** Removes the amount's currency before the number. Rupiah, which have no decimals, may follow a dot, as in `Rp. 5.000`. */
function withoutCurrency(text: string, currency: Currency): string {
  const typed = plainText(text);
  const name = currencyNames(currency).find((one) => typed.toUpperCase().startsWith(one.toUpperCase())) ?? "";
  if (name === "") return typed;
  return typed.slice(name.length).replace(hasDecimals(currency) ? /^ / : /^\.? ?/, "");
}

/** Removes group separators, but only between groups of three digits, because the same mark may be a decimal separator. */
function withoutGroups(text: string, currency: Currency, language: Language): string {
  const { group } = numberMarks(language);
  const typed = withoutCurrency(text, currency);
  const grouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?![\\d${group}])`).exec(typed)?.[0] ?? "";
  return grouped.split(group).join("") + typed.slice(grouped.length);
}

/**
 * Parses an amount of zero or more, with or without its currency, to minor units; null if it is invalid. Accepts both a
 * decimal point and a comma, because phone keyboards may offer only one of them.
 */
export function readTypedCount(text: string, currency: Currency, language: Language): number | null {
  const [, whole, part = ""] =
    /^(\d+)(?:[.,](\d{1,2}))?$/.exec(withoutGroups(text, currency, language)) ?? [];
  if (whole === undefined || (!hasDecimals(currency) && Number(part) > 0)) return null;
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/** Returns why `readTypedAmount` and `readTypedCount` reject an amount. */
export function amountProblem(
  text: string,
  currency: Currency,
  language: Language,
): "missing" | "decimals" | "separators" {
  const typed = withoutGroups(text, currency, language);
  // Zero is a missing amount.
  if (readTypedCount(text, currency, language) !== null) return "missing";
  if (/^\d+[.,]\d+$/.test(typed)) return "decimals";
  return /^\d[\d.,]+$/.test(typed) ? "separators" : "missing";
}

/** Parses an amount above zero to minor units; null if it is invalid. */
export const readTypedAmount = (text: string, currency: Currency, language: Language): number | null =>
  readTypedCount(text, currency, language) || null;

/** Formats an amount for a text field, without group separators and currency symbol. */
export function writeTypedAmount(minor: number, currency: Currency, language: Language): string {
  const whole = String(Math.trunc(minor / 100));
  if (!hasDecimals(currency)) return whole;
  return `${whole}${numberMarks(language).decimal}${String(minor % 100).padStart(2, "0")}`;
}
