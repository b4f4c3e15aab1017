import type { Currency } from "@reposo/contract/fields.ts";
import type { Language } from "@reposo/contract/languages.ts";
import { numberMarks } from "@reposo/contract/money.ts";

/**
 * Minor units of a counted amount as a person types it, 0 for an empty box; null where it is none. Both decimal marks
 * are accepted, since phones' keyboards have one of them only; digits in threes behind a mark are thousands in the
 * language that writes them so. Rupiah are counted whole.
 */
export function readTypedCount(text: string, currency: Currency, language: Language): number | null {
  const { group } = numberMarks(language);
  const typed = text.trim();
  const grouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?![\\d${group}])`).exec(typed)?.[0] ?? "";
  const plain = grouped.split(group).join("") + typed.slice(grouped.length);
  const [, whole, part = ""] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(plain) ?? [];
  if (whole === undefined || (currency === "IDR" && Number(part) > 0)) return null;
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}
