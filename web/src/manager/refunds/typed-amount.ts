import type { Currency } from "@reposo/contract/fields.ts";
import type { Language } from "@reposo/contract/languages.ts";
import { numberMarks } from "@reposo/contract/money.ts";

/** Rupiah are typed, and given back, whole. */
const decimalsOf = (currency: Currency): 0 | 2 => (currency === "IDR" ? 0 : 2);

/**
 * Minor units of an amount as a person types it; null where it is none. Both decimal marks are understood, since
 * phones' keyboards have one of them only; digits in threes behind a mark are thousands in the language that writes
 * them so, and nothing in one that does not.
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

/** The same the other way: what stands in the field to begin with, without marks that a keyboard lacks. */
export function writeTypedAmount(minor: number, currency: Currency, language: Language): string {
  const whole = String(Math.trunc(minor / 100));
  if (decimalsOf(currency) === 0) return whole;
  return `${whole}${numberMarks(language).decimal}${String(minor % 100).padStart(2, "0")}`;
}
