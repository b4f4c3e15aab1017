import { describe, expect, it } from "vitest";
import { compactMoney } from "./compact-money.ts";
import { type Language, languages } from "@reposo/contract/text/languages.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { type Currency, currencies } from "@reposo/contract/money/currencies.ts";

/** The expected number in each language, without the currency symbol; `_` stands for a no-break space. */
const numbers: readonly [amountMinor: number, Record<Language, string>][] = [
  [0, { en_US: "0", id_ID: "0", zh_CN: "0", zh_TW: "0" }],
  [50_000, { en_US: "500", id_ID: "500", zh_CN: "500", zh_TW: "500" }],
  [100_000, { en_US: "1K", id_ID: "1_rb", zh_CN: "1,000", zh_TW: "1,000" }],
  [123_400, { en_US: "1.23K", id_ID: "1,23_rb", zh_CN: "1,234", zh_TW: "1,234" }],
  [1_250_000, { en_US: "12.5K", id_ID: "12,5_rb", zh_CN: "1.25万", zh_TW: "1.25萬" }],
  [99_999_900, { en_US: "1M", id_ID: "1_jt", zh_CN: "100万", zh_TW: "100萬" }],
  [120_000_000, { en_US: "1.2M", id_ID: "1,2_jt", zh_CN: "120万", zh_TW: "120萬" }],
  [123_400_000, { en_US: "1.23M", id_ID: "1,23_jt", zh_CN: "123万", zh_TW: "123萬" }],
  [1_234_500_000, { en_US: "12.3M", id_ID: "12,3_jt", zh_CN: "1,235万", zh_TW: "1,235萬" }],
  [12_345_678_901_200, { en_US: "123B", id_ID: "123_M", zh_CN: "1,235亿", zh_TW: "1,235億" }],
  [123_456_789_012_300, { en_US: "1.23T", id_ID: "1,23_T", zh_CN: "1.23万亿", zh_TW: "1.23兆" }],
];
const marks: Record<Currency, string> = { PHP: "₱", MYR: "RM_", CNY: "¥", IDR: "Rp_" };
const pairs = languages.flatMap((language) => currencies.map((currency) => [language, currency] as const));

describe("abbreviated amounts", () => {
  it.each(pairs)("[I18N-3] are correct in %s for %s, of either sign", (language, currency) => {
    for (const [amount, texts] of numbers) {
      const expected = (marks[currency] + texts[language]).replaceAll("_", "\u00a0");
      expect(compactMoney(amount, currency, language)).toBe(expected);
      if (amount !== 0) expect(compactMoney(-amount, currency, language)).toBe(`-${expected}`);
    }
  });

  it.each(pairs)(
    "[I18N-3] in %s for %s stay in full below the language's first unit",
    (language, currency) => {
      for (const amount of [5, -5, 4_950, 99_940]) {
        expect(compactMoney(amount, currency, language)).toBe(formatMoney(amount, currency, language));
      }
    },
  );

  it.each(languages)("[I18N-3] are never longer than the full amount in %s", (language) => {
    for (let amount = 1; amount < 1e15; amount = Math.ceil(amount * 1.37)) {
      for (const signed of [amount, -amount]) {
        const compact = compactMoney(signed, "PHP", language);
        expect(compact.length).toBeLessThanOrEqual(formatMoney(signed, "PHP", language).length);
        expect(compact.startsWith("-")).toBe(signed < 0);
      }
    }
  });
});
