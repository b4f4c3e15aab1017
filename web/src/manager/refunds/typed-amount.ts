import type { Currency } from "@reposo/contract/fields.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { numberMarks } from "@reposo/contract/money/money.ts";

/** Rupiah have no decimals. */
const decimalsOf = (currency: Currency): 0 | 2 => (currency === "IDR" ? 0 : 2);

/**
 * Parses a typed amount to minor units; null if it is invalid. Both decimal marks are accepted, since phone keyboards
 * have only one of them; groups of three digits are thousands in languages that write them so.
 */
export function readTypedAmount(text: string, currency: Currency, language: Language): number | null {
  const { group } = numberMarks(language);
  const typed = text.trim();
  const grouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?![\\d${group}])`).exec(typed)?.[0] ?? "";
  const plain = grouped.split(group).join("") + typed.slice(grouped.length);
  const [, whole, part = ""] = /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(plain) ?? [];
  if (whole === undefined || (decimalsOf(currency) === 0 && Number(part) > 0)) return null;
  const minor = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return minor > 0 ? minor : null;
}

/** Formats an amount for the field, without marks that a keyboard lacks. */
export function writeTypedAmount(minor: number, currency: Currency, language: Language): string {
  const whole = String(Math.trunc(minor / 100));
  if (decimalsOf(currency) === 0) return whole;
  return `${whole}${numberMarks(language).decimal}${String(minor % 100).padStart(2, "0")}`;
}
