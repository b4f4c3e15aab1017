import { languages } from "@reposo/contract/languages.ts";
import { describe, expect, it } from "vitest";
import { dictionaries } from "#server-dictionaries.ts";

const placesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe("the dictionaries", () => {
  for (const language of languages) {
    it(`[I18N-1] ${language} says everything that en_US says, with the same places to fill`, () => {
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
