import { describe, expect, it } from "vitest";
import { compactMoney } from "./compact-money.ts";
import type { Currency } from "./fields.ts";
import { type Language, languages } from "./languages.ts";
import { formatMoney } from "./money.ts";

/** `_` stands for the no-break space. */
const table: readonly [Currency, number, Record<Language, string>][] = [
  ["PHP", 0, { en_US: "₱0", zh_CN: "₱0", zh_TW: "₱0", id_ID: "₱0" }],
  ["PHP", 5, { en_US: "₱0.05", zh_CN: "₱0.05", zh_TW: "₱0.05", id_ID: "₱0,05" }],
  ["PHP", 50_000, { en_US: "₱500", zh_CN: "₱500", zh_TW: "₱500", id_ID: "₱500" }],
  ["PHP", 99_995, { en_US: "₱999.95", zh_CN: "₱999.95", zh_TW: "₱999.95", id_ID: "₱999,95" }],
  ["PHP", 123_450, { en_US: "₱1.23K", zh_CN: "₱1,234.50", zh_TW: "₱1,234.50", id_ID: "₱1,23_rb" }],
  ["PHP", 120_000_000, { en_US: "₱1.2M", zh_CN: "₱120万", zh_TW: "₱120萬", id_ID: "₱1,2_jt" }],
  ["PHP", 99_999_999, { en_US: "₱1M", zh_CN: "₱100万", zh_TW: "₱100萬", id_ID: "₱1_jt" }],
  ["PHP", -123_450_000, { en_US: "-₱1.23M", zh_CN: "-₱123万", zh_TW: "-₱123萬", id_ID: "-₱1,23_jt" }],
  ["PHP", 12_345_678_901_234, { en_US: "₱123B", zh_CN: "₱1,235亿", zh_TW: "₱1,235億", id_ID: "₱123_M" }],
  ["PHP", 123_456_789_012_345, { en_US: "₱1.23T", zh_CN: "₱1.23万亿", zh_TW: "₱1.23兆", id_ID: "₱1,23_T" }],
  ["MYR", 123_450_000, { en_US: "RM_1.23M", zh_CN: "RM_123万", zh_TW: "RM_123萬", id_ID: "RM_1,23_jt" }],
  ["MYR", -1_250_000, { en_US: "-RM_12.5K", zh_CN: "-RM_1.25万", zh_TW: "-RM_1.25萬", id_ID: "-RM_12,5_rb" }],
  ["CNY", 123_400_000, { en_US: "¥1.23M", zh_CN: "¥123万", zh_TW: "¥123萬", id_ID: "¥1,23_jt" }],
  ["CNY", -100_000, { en_US: "-¥1K", zh_CN: "-¥1,000", zh_TW: "-¥1,000", id_ID: "-¥1_rb" }],
  ["IDR", 2_500_000, { en_US: "Rp_25K", zh_CN: "Rp_2.5万", zh_TW: "Rp_2.5萬", id_ID: "Rp_25_rb" }],
  [
    "IDR",
    -1_234_567_800,
    { en_US: "-Rp_12.3M", zh_CN: "-Rp_1,235万", zh_TW: "-Rp_1,235萬", id_ID: "-Rp_12,3_jt" },
  ],
];

describe("compact amounts", () => {
  for (const [currency, amount, expected] of table) {
    for (const language of languages) {
      const text = expected[language];
      it(`[I18N-3] writes ${amount} ${currency} for ${language} as ${text}`, () => {
        expect(compactMoney(amount, currency, language)).toBe(text.replaceAll("_", "\u00a0"));
      });
    }
  }

  it.each(languages)("[I18N-3] is never longer than the full amount in %s", (language) => {
    for (let amount = 1; amount < 1e15; amount = Math.ceil(amount * 1.37)) {
      for (const signed of [amount, -amount]) {
        const compact = compactMoney(signed, "PHP", language);
        expect(compact.length).toBeLessThanOrEqual(formatMoney(signed, "PHP", language).length);
        expect(compact.startsWith("-")).toBe(signed < 0);
      }
    }
  });
});
