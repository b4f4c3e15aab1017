import type { Currency } from "#fields.ts";
import type { Language } from "#text/languages.ts";

/**
 * Amounts as each language writes them (I18N-3), from integer minor units. Built by hand: what `Intl` gives for
 * these pairs differs between browsers and is wrong for several (MYR has no RM in English, id_ID puts a space
 * before ₱ and the minus behind it).
 */
const marks: Record<Currency, { readonly mark: string; readonly spaced: boolean; readonly decimals: 0 | 2 }> =
  {
    PHP: { mark: "₱", spaced: false, decimals: 2 },
    MYR: { mark: "RM", spaced: true, decimals: 2 },
    CNY: { mark: "¥", spaced: false, decimals: 2 },
    IDR: { mark: "Rp", spaced: true, decimals: 0 },
  };

/** What currency choices and exports say. */
export const currencyLabels: Record<Currency, string> = { CNY: "CNY", MYR: "RM", PHP: "PHP", IDR: "IDR" };

const noBreakSpace = "\u00a0";

export interface NumberMarks {
  readonly group: string;
  readonly decimal: string;
}

export const numberMarks = (language: Language): NumberMarks =>
  language === "id_ID" ? { group: ".", decimal: "," } : { group: ",", decimal: "." };

/** Digits in groups of three. */
export function groupDigits(digits: string, group: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, group);
}

const marked = (isNegative: boolean, currency: Currency, number: string): string => {
  const { mark, spaced } = marks[currency];
  return `${isNegative ? "-" : ""}${mark}${spaced ? noBreakSpace : ""}${number}`;
};

/** `amountMinor` with its mark, the minus before the mark; IDR is rounded half away from zero to whole rupiah. */
export function formatMoney(amountMinor: number, currency: Currency, language: Language): string {
  const { decimals } = marks[currency];
  const { group, decimal } = numberMarks(language);
  const units = Math.abs(
    decimals === 0 ? Math.sign(amountMinor) * Math.round(Math.abs(amountMinor) / 100) : amountMinor,
  );
  const digits = String(units).padStart(decimals + 1, "0");
  const whole = groupDigits(digits.slice(0, digits.length - decimals), group);
  const part = decimals === 0 ? "" : decimal + digits.slice(-decimals);
  return marked(amountMinor < 0 && units !== 0, currency, whole + part);
}
