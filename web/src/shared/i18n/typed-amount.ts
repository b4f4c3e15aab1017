import type { Currency } from "@reposo/contract/fields.ts";
import { hasDecimals, numberMarks } from "@reposo/contract/money/money.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { plainText } from "@reposo/contract/text/typed-text.ts";

/**
 * Parses an amount of zero or more to minor units; null if it is invalid. Accepts both a decimal point and a comma,
 * because phone keyboards may offer only one of them.
 */
export function readTypedCount(text: string, currency: Currency, language: Language): number | null {
  const { group } = numberMarks(language);
  const typed = plainText(text);
  // Removes group separators only between groups of three digits, because the same mark may be a decimal separator.
  const grouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?![\\d${group}])`).exec(typed)?.[0] ?? "";
  const plain = grouped.split(group).join("") + typed.slice(grouped.length);
  const [, whole, part = ""] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(plain) ?? [];
  if (whole === undefined || (!hasDecimals(currency) && Number(part) > 0)) return null;
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
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
