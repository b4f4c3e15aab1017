import type { Language } from "#text/languages.ts";
import type { Currency } from "./currencies.ts";

/**
 * Currency formats (I18N-3). `Intl` is not used, because its results differ between browsers and from these formats.
 * For example, `Intl` formats ringgit in English with MYR instead of RM.
 */
const marks: Record<Currency, { readonly mark: string; readonly spaced: boolean; readonly decimals: 0 | 2 }> =
  {
    PHP: { mark: "₱", spaced: false, decimals: 2 },
    MYR: { mark: "RM", spaced: true, decimals: 2 },
    CNY: { mark: "¥", spaced: false, decimals: 2 },
    IDR: { mark: "Rp", spaced: true, decimals: 0 },
  };

/**
 * Whether amounts of the currency are shown and paid with decimals. Amounts in rupiah have none, because sen are no
 * longer in use.
 */
export const hasDecimals = (currency: Currency): boolean => marks[currency].decimals > 0;

/** Smallest payable amount of the currency, in minor units. */
export const smallestUnit = (currency: Currency): number => (hasDecimals(currency) ? 1 : 100);

/** Returns whether an amount in minor units can be paid and shown exactly: an amount in rupiah must be whole. */
export const isPayable = (amountMinor: number, currency: Currency): boolean =>
  amountMinor % smallestUnit(currency) === 0;

/** How people write the currency beside an amount. */
export const currencyNames = (currency: Currency): readonly string[] => [currency, marks[currency].mark];

/** Labels of the currencies in choices and exports. */
export const currencyLabels: Record<Currency, string> = { CNY: "CNY", MYR: "RM", PHP: "PHP", IDR: "IDR" };

const noBreakSpace = "\u00a0";

export interface NumberMarks {
  readonly group: string;
  readonly decimal: string;
}

/** Returns the separators of a language for groups of thousands and for decimals. */
export const numberMarks = (language: Language): NumberMarks =>
  language === "id_ID" ? { group: ".", decimal: "," } : { group: ",", decimal: "." };

export function groupDigits(digits: string, group: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, group);
}

/**
 * Formats an amount with its currency mark; a minus precedes the mark. IDR is rounded half away from zero to whole
 * rupiah.
 */
export function formatMoney(amountMinor: number, currency: Currency, language: Language): string {
  const { mark, spaced, decimals } = marks[currency];
  const { group, decimal } = numberMarks(language);
  const units = Math.abs(
    decimals === 0 ? Math.sign(amountMinor) * Math.round(Math.abs(amountMinor) / 100) : amountMinor,
  );
  const digits = String(units).padStart(decimals + 1, "0");
  const whole = groupDigits(digits.slice(0, digits.length - decimals), group);
  const part = decimals === 0 ? "" : decimal + digits.slice(-decimals);
  const minus = amountMinor < 0 && units !== 0 ? "-" : "";
  return `${minus}${mark}${spaced ? noBreakSpace : ""}${whole}${part}`;
}

/** Returns the entries with those of the currency `own` first, each group in its original order. */
export const ownCurrencyFirst = <T extends { currency: Currency }>(
  entries: readonly T[],
  own: Currency,
): T[] => [
  ...entries.filter(({ currency }) => currency === own),
  ...entries.filter(({ currency }) => currency !== own),
];
