import { type Language, languages } from "@reposo/contract/text/languages.ts";
import { describe, expect, it } from "vitest";
import { dictionaries } from "#server-rendering/server-dictionaries.ts";

const placesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

/** Other terms for the order number, the outlet, the device, and the coupon than those that a language uses. */
const otherTerms: Record<Language, RegExp> = {
  en_US: /\border no\b|\bbranch|\bshop\b|\bvoucher|\bmachine/i,
  zh_CN: /订单(编号|号码|碼)|门店|店铺|场地|机台|代金券|折价券/,
  zh_TW: /訂單(號|碼)|門市|店鋪|網點|場地|機台|代金券|折價券/,
  id_ID: /\bno(mor|\.) order|\boutlet|\btoko|\bcabang|\bmesin|\bvoucher/i,
};

describe("the dictionaries", () => {
  it.each(languages)("[I18N-1] %s has one term for each noun of the domain", (language) => {
    const texts = Object.values<Record<string, string>>({ ...dictionaries[language] }).flatMap(Object.values);
    expect(texts.filter((text: string) => otherTerms[language].test(text.replace(/\{\w+\}/g, "")))).toEqual(
      [],
    );
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
