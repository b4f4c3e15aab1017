import type { Language } from "@reposo/contract/text/languages.ts";
import { formatMoney, numberMarks } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";

interface Scale {
  readonly units: number;
  readonly suffix: string;
}

const thousands: readonly Scale[] = [
  { units: 1e3, suffix: "K" },
  { units: 1e6, suffix: "M" },
  { units: 1e9, suffix: "B" },
  { units: 1e12, suffix: "T" },
];

/** The units with which each language abbreviates large numbers, ascending. Indonesian has a space before the unit. */
const scales: Record<Language, readonly Scale[]> = {
  en_US: thousands,
  zh_CN: [
    { units: 1e4, suffix: "万" },
    { units: 1e8, suffix: "亿" },
    { units: 1e12, suffix: "万亿" },
  ],
  zh_TW: [
    { units: 1e4, suffix: "萬" },
    { units: 1e8, suffix: "億" },
    { units: 1e12, suffix: "兆" },
  ],
  id_ID: [
    { units: 1e3, suffix: "\u00a0rb" },
    { units: 1e6, suffix: "\u00a0jt" },
    { units: 1e9, suffix: "\u00a0M" },
    { units: 1e12, suffix: "\u00a0T" },
  ],
};

/** Rounds to three significant digits, or to a whole number from 100. */
function rounded(value: number): string {
  const decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return String(Number(value.toFixed(decimals)));
}

/**
 * Formats an amount in compact form (I18N-3): `₱1.23M`, `₱1,23 jt`, `₱123万`. An amount below the language's first unit
 * is not rounded.
 */
export function compactMoney(amountMinor: number, currency: Currency, language: Language): string {
  const units = Math.abs(amountMinor) / 100;
  const steps = scales[language];
  // A value that rounds up to a unit uses this unit: 999,999 is 1M, not 1000K.
  const step = [...steps].reverse().find((each) => units >= each.units * 0.9995);
  const { decimal, group } = numberMarks(language);
  const full = formatMoney(amountMinor, currency, language);
  const zeros = `${decimal}00`;
  if (step === undefined || (step === steps[0] && units < step.units)) {
    return full.endsWith(zeros) ? full.slice(0, -zeros.length) : full;
  }
  const [whole = "", part] = rounded(units / step.units).split(".");
  const number = whole.replace(/\B(?=(\d{3})+$)/g, group) + (part === undefined ? "" : decimal + part);
  const mark = full.replace(/\d.*$/, "");
  return `${mark}${number}${step.suffix}`;
}
