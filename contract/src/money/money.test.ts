import { describe, expect, it } from "vitest";
import { languages, type Language } from "#text/languages.ts";
import { currencyLabels, formatMoney } from "./money.ts";
import { type Currency, currencies } from "./currencies.ts";

/** `_` stands for the no-break space between a lettered mark and its number. */
const table: readonly [Currency, number, Record<Language, string>][] = [
  ["PHP", 123_450, { en_US: "₱1,234.50", zh_CN: "₱1,234.50", zh_TW: "₱1,234.50", id_ID: "₱1.234,50" }],
  ["PHP", -123_450, { en_US: "-₱1,234.50", zh_CN: "-₱1,234.50", zh_TW: "-₱1,234.50", id_ID: "-₱1.234,50" }],
  ["PHP", 5, { en_US: "₱0.05", zh_CN: "₱0.05", zh_TW: "₱0.05", id_ID: "₱0,05" }],
  ["PHP", 0, { en_US: "₱0.00", zh_CN: "₱0.00", zh_TW: "₱0.00", id_ID: "₱0,00" }],
  ["PHP", 99_999, { en_US: "₱999.99", zh_CN: "₱999.99", zh_TW: "₱999.99", id_ID: "₱999,99" }],
  [
    "PHP",
    123_456_789_012,
    {
      en_US: "₱1,234,567,890.12",
      zh_CN: "₱1,234,567,890.12",
      zh_TW: "₱1,234,567,890.12",
      id_ID: "₱1.234.567.890,12",
    },
  ],
  [
    "MYR",
    123_450,
    { en_US: "RM_1,234.50", zh_CN: "RM_1,234.50", zh_TW: "RM_1,234.50", id_ID: "RM_1.234,50" },
  ],
  ["MYR", -1, { en_US: "-RM_0.01", zh_CN: "-RM_0.01", zh_TW: "-RM_0.01", id_ID: "-RM_0,01" }],
  ["CNY", 123_450, { en_US: "¥1,234.50", zh_CN: "¥1,234.50", zh_TW: "¥1,234.50", id_ID: "¥1.234,50" }],
  ["CNY", -100_000, { en_US: "-¥1,000.00", zh_CN: "-¥1,000.00", zh_TW: "-¥1,000.00", id_ID: "-¥1.000,00" }],
  ["IDR", 2_500_000, { en_US: "Rp_25,000", zh_CN: "Rp_25,000", zh_TW: "Rp_25,000", id_ID: "Rp_25.000" }],
  ["IDR", -2_500_000, { en_US: "-Rp_25,000", zh_CN: "-Rp_25,000", zh_TW: "-Rp_25,000", id_ID: "-Rp_25.000" }],
  ["IDR", 150, { en_US: "Rp_2", zh_CN: "Rp_2", zh_TW: "Rp_2", id_ID: "Rp_2" }],
  ["IDR", -49, { en_US: "Rp_0", zh_CN: "Rp_0", zh_TW: "Rp_0", id_ID: "Rp_0" }],
];

describe("amounts", () => {
  for (const [currency, amount, expected] of table) {
    for (const [language, text] of Object.entries(expected) as [Language, string][]) {
      it(`[I18N-3] writes ${amount} ${currency} for ${language} as ${text}`, () => {
        expect(formatMoney(amount, currency, language)).toBe(text.replace("_", "\u00a0"));
      });
    }
  }

  it("[I18N-3] labels the currencies CNY, RM, PHP and IDR", () => {
    expect(currencyLabels).toEqual({ CNY: "CNY", MYR: "RM", PHP: "PHP", IDR: "IDR" });
  });
});

describe("every pair of language and currency", () => {
  const integers: Record<Currency, Record<Language, string>> = {
    PHP: { en_US: "₱1,234.50", zh_CN: "₱1,234.50", zh_TW: "₱1,234.50", id_ID: "₱1.234,50" },
    MYR: { en_US: "RM_1,234.50", zh_CN: "RM_1,234.50", zh_TW: "RM_1,234.50", id_ID: "RM_1.234,50" },
    CNY: { en_US: "¥1,234.50", zh_CN: "¥1,234.50", zh_TW: "¥1,234.50", id_ID: "¥1.234,50" },
    IDR: { en_US: "Rp_1,235", zh_CN: "Rp_1,235", zh_TW: "Rp_1,235", id_ID: "Rp_1.235" },
  };
  for (const language of languages)
    for (const currency of currencies)
      it(`[I18N-3] formats positive and negative amounts of ${currency} in ${language}`, () => {
        const expected = integers[currency][language].replace("_", "\u00a0");
        expect(formatMoney(123_450, currency, language)).toBe(expected);
        expect(formatMoney(-123_450, currency, language)).toBe(`-${expected}`);
      });
});
