import { type Language, languages } from "@reposo/contract/text/languages.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dictionaries } from "#server-rendering/server-dictionaries.ts";

const placesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

/** Terms for the concepts of docs/terms.md that a language does not use. */
const otherTerms: Record<Language, RegExp> = {
  en_US: /\border no\b|\bbranch|\bshop\b|\bvoucher|\bmachine/i,
  zh_CN: /订单(编号|号码|碼)|门店|店铺|场地|机台|代金券|折价券/,
  zh_TW: /訂單(號|碼)|門市|店鋪|網點|場地|機台|代金券|折價券|檔(?!案)|尾號/,
  id_ID: /\bno(mor|\.) order|\boutlet|\btoko|\bcabang|\bmesin|\bvoucher|tingkat|nyala/i,
};

interface Term {
  readonly inEnglish: RegExp;
  /** What a text of the language contains: one of these. */
  readonly inLanguage: Readonly<Record<string, readonly string[]>>;
}

function readTerms(): Term[] {
  const page = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "terms.md"), "utf8");
  const [columns = [], , ...rows] = page
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.map(([english = "", ...others]) => ({
    inEnglish: new RegExp(`(?<![\\w-])${english}s?(?!\\w)`, "i"),
    inLanguage: Object.fromEntries(
      others.map((cell, index) => [columns[index + 1] ?? "", cell.toLowerCase().split(" / ")]),
    ),
  }));
}

const withoutPlaceholders = (text: string): string => text.replaceAll(/\{\w+\}/g, "");

describe("the dictionaries", () => {
  it("[I18N-1] write clock times in every language as 08:00, like the formatted ones", () => {
    const others = Object.entries(dictionaries).flatMap(([language, parts]) =>
      Object.values<Record<string, string>>({ ...parts })
        .flatMap((texts) => Object.values(texts))
        .filter((text) => /(^|[^\d:])\d:\d\d|\d\.\d\d(?!\d)/.test(text))
        .map((text) => `${language}: ${text}`),
    );
    expect(others).toEqual([]);
  });

  it.each(["zh_CN", "zh_TW"] as const)("[I18N-1] %s has the brackets and marks of its script", (language) => {
    const texts = Object.values<Record<string, string>>({ ...dictionaries[language] }).flatMap(Object.values);
    const foreign = /\p{sc=Han} ?[(,;:!?]|\) ?\p{sc=Han}|\s[，。；：！？（）]|[（）]\s/u;
    const latinName = "Excel (XLSX)";
    expect(texts.filter((text: string) => foreign.test(text.replace(latinName, "")))).toEqual([]);
  });

  it.each(["zh_CN", "zh_TW", "id_ID"] as const)("[I18N-1] %s uses the terms of docs/terms.md", (language) => {
    const terms = readTerms();
    expect(terms.length).toBeGreaterThan(40);
    const problems: string[] = [];
    for (const [part, texts] of Object.entries<Record<string, string>>({ ...dictionaries.en_US }))
      for (const [name, text] of Object.entries(texts)) {
        const translated = (dictionaries[language][part as "shared"] as Record<string, string>)[name] ?? "";
        for (const { inEnglish, inLanguage } of terms)
          if (
            inEnglish.test(withoutPlaceholders(text)) &&
            !inLanguage[language]?.some((term) => translated.toLowerCase().includes(term))
          )
            problems.push(
              `${part}.${name}: ${text} | ${translated}: expected ${inLanguage[language]?.join(", ")}`,
            );
      }
    expect(problems).toEqual([]);
  });

  it.each(languages)("[I18N-1] %s has one term for each noun of the domain", (language) => {
    const texts = Object.values<Record<string, string>>({ ...dictionaries[language] }).flatMap(Object.values);
    expect(texts.filter((text: string) => otherTerms[language].test(withoutPlaceholders(text)))).toEqual([]);
  });

  for (const language of languages) {
    it(`[I18N-1] ${language} has every text of en_US, with the same placeholders`, () => {
      for (const [part, texts] of Object.entries<Record<string, string>>({ ...dictionaries.en_US })) {
        const others: Record<string, string> = dictionaries[language][part as "shared"];
        expect(Object.keys(others).sort()).toEqual(Object.keys(texts).sort());
        for (const [name, text] of Object.entries(texts)) {
          expect(others[name]?.trim(), `${part}.${name}`).not.toBe("");
          expect(placesOf(others[name] ?? ""), `${part}.${name}`).toEqual(placesOf(text));
        }
      }
    });
  }
});
