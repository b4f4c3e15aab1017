import { describe, expect, it } from "vitest";
import { manager as english } from "./en_US/manager.ts";
import { manager as indonesian } from "./id_ID/manager.ts";
import { manager as simplified } from "./zh_CN/manager.ts";
import { manager as traditional } from "./zh_TW/manager.ts";

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe.each([
  ["zh_CN", simplified],
  ["zh_TW", traditional],
  ["id_ID", indonesian],
])("the manager's texts in %s", (_language, texts) => {
  it("[I18N-1] are complete, and have the placeholders of the English ones", () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), key).not.toBe("");
      expect(placeholders(text), key).toEqual(placeholders(english[key as keyof typeof english]));
    }
  });
});
