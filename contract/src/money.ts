import type { Currency } from "./fields.ts";
import type { Language } from "./languages.ts";

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

/** Powers of ten and the words for them, the least first. */
const shortUnits: Record<Language, readonly (readonly [power: number, word: string])[]> = {
  en_US: [
    [3, "K"],
    [6, "M"],
    [9, "B"],
    [12, "T"],
  ],
  id_ID: [
    [3, `${noBreakSpace}rb`],
    [6, `${noBreakSpace}jt`],
    [9, `${noBreakSpace}M`],
    [12, `${noBreakSpace}T`],
  ],
  zh_CN: [
    [4, "万"],
    [8, "亿"],
    [12, "万亿"],
  ],
  zh_TW: [
    [4, "萬"],
    [8, "億"],
    [12, "兆"],
  ],
};

/** Tenths of a unit: every one of them below a hundred units, whole units above. */
function tenthsOf(amountMinor: number, power: number): number {
  const unit = 100 * 10 ** power;
  const tenths = Math.round((amountMinor * 10) / unit);
  return tenths < 1000 ? tenths : Math.round(amountMinor / unit) * 10;
}

/**
 * Short, for axes and tiles that have the whole amount elsewhere: ₱1.2M, Rp 1,2 jt, ¥123万. Rounded half away from
 * zero; what is too small for a unit is written as always, whole amounts without decimals.
 */
export function formatCompactMoney(amountMinor: number, currency: Currency, language: Language): string {
  const amount = Math.abs(amountMinor);
  const { group, decimal } = numberMarks(language);
  const units = shortUnits[language];
  let chosen = -1;
  while (chosen + 1 < units.length && amount >= 100 * 10 ** powerOf(units[chosen + 1])) chosen += 1;
  // Rounding may reach the next unit: 999,950 are a million, not 1,000 thousand.
  const [power, next] = [powerOf(units[chosen]), units[chosen + 1]];
  if (chosen >= 0 && next && tenthsOf(amount, power) >= 10 * 10 ** (powerOf(next) - power)) chosen += 1;
  const unit = units[chosen];
  if (unit === undefined)
    return amount % 100 === 0
      ? marked(amountMinor < 0, currency, groupDigits(String(amount / 100), group))
      : formatMoney(amountMinor, currency, language);
  const tenths = tenthsOf(amount, unit[0]);
  const part = tenths % 10 === 0 ? "" : decimal + String(tenths % 10);
  return marked(
    amountMinor < 0,
    currency,
    groupDigits(String(Math.floor(tenths / 10)), group) + part + unit[1],
  );
}

const powerOf = (unit: readonly [power: number, word: string] | undefined): number => unit?.[0] ?? 0;
