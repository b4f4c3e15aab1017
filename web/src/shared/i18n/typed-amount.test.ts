import { languages } from "@reposo/contract/text/languages.ts";
import { describe, expect, it } from "vitest";
import { amountProblem, readTypedAmount, writeTypedAmount } from "./typed-amount.ts";

describe("a typed amount", () => {
  it.each([
    ["50", 5_000],
    [" 12.5 ", 1_250],
    ["12,50", 1_250],
    ["1,234.50", 123_450],
    ["1,234", 123_400],
    ["1.234", null],
    ["1,23,456", null],
    ["12.345", null],
    ["0", null],
    ["-5", null],
    ["5e3", null],
    ["", null],
    ["₱30", 3_000],
    ["₱ 1,234.50", 123_450],
    ["php 30", 3_000],
    ["₱", null],
    ["₱-5", null],
    ["₱.50", null],
    ["₱₱5", null],
    ["US$3", null],
    ["Rp 5.000", null],
  ])("[I18N-3] %s is %s in English", (text, minor) => {
    expect(readTypedAmount(text, "PHP", "en_US")).toBe(minor);
  });

  it.each([
    ["25.000", 2_500_000],
    ["25000", 2_500_000],
    ["1.234,00", 123_400],
    ["25,5", null],
    ["25,000", null],
    ["Rp 5.000", 500_000],
    ["Rp. 5.000", 500_000],
    ["Rp.5.000", 500_000],
    ["rp5000", 500_000],
    ["IDR 5.000", 500_000],
    ["₱30", null],
  ])("[I18N-3] %s is %s rupiah in Indonesian", (text, minor) => {
    expect(readTypedAmount(text, "IDR", "id_ID")).toBe(minor);
  });

  it.each([
    ["1,234.567", "en_US", "decimals"],
    ["12.345", "en_US", "decimals"],
    ["1.234,5", "en_US", "separators"],
    ["1,23,456", "en_US", "separators"],
    ["1.234.5", "zh_CN", "separators"],
    ["1,234.567", "id_ID", "separators"],
    ["1.234,567", "id_ID", "decimals"],
    ["", "en_US", "missing"],
    ["0", "en_US", "missing"],
    ["0.00", "en_US", "missing"],
    ["00", "en_US", "missing"],
    ["-5", "en_US", "missing"],
    ["5e3", "id_ID", "missing"],
    ["$5", "en_US", "missing"],
    ["₱12.345", "en_US", "decimals"],
  ] as const)("[I18N-3] %s in %s is rejected because of %s", (text, language, problem) => {
    expect(readTypedAmount(text, "PHP", language)).toBeNull();
    expect(amountProblem(text, "PHP", language)).toBe(problem);
  });

  it("[I18N-3] has the same value after it has been formatted and parsed, in every language", () => {
    for (const language of languages)
      for (const minor of [1, 99, 100, 5_000, 123_450, 100_000_000])
        expect(readTypedAmount(writeTypedAmount(minor, "PHP", language), "PHP", language)).toBe(minor);
  });
});
