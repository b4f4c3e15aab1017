import type { Language } from "@reposo/contract/text/languages.ts";
import { expect, it } from "vitest";
import { type LoadedTexts, changeTexts } from "./change-texts.ts";

/** Creates a change of the language whose loads the test completes or fails one by one. */
function slowTexts() {
  const loads = new Map<Language, { arrive: () => void; fail: () => void }>();
  const shown: Language[] = [];
  const choose = changeTexts(
    (language) =>
      new Promise((resolve, reject) => {
        loads.set(language, {
          arrive: () => resolve({} as LoadedTexts),
          fail: () => reject(new Error("no connection")),
        });
      }),
    ({ language }) => shown.push(language),
  );
  return {
    choose,
    shown,
    arrive: (language: Language) => loads.get(language)?.arrive(),
    fail: (language: Language) => loads.get(language)?.fail(),
  };
}

it("[I18N-1] shows the later of two chosen languages, even if the earlier one loads last", async () => {
  const texts = slowTexts();
  const first = texts.choose("zh_CN");
  const second = texts.choose("id_ID");
  texts.arrive("id_ID");
  texts.arrive("zh_CN");
  expect(await Promise.all([first, second])).toEqual([false, true]);
  expect(texts.shown).toEqual(["id_ID"]);
});

it("[I18N-1] keeps the shown language if another one fails to load, and loads it again on the next choice", async () => {
  const texts = slowTexts();
  const failed = texts.choose("id_ID");
  texts.fail("id_ID");
  await expect(failed).rejects.toThrow("no connection");
  expect(texts.shown).toEqual([]);
  const again = texts.choose("id_ID");
  texts.arrive("id_ID");
  expect(await again).toBe(true);
  expect(texts.shown).toEqual(["id_ID"]);
});

it("[I18N-1] does not report that a language failed to load if the user has chosen another one since", async () => {
  const texts = slowTexts();
  const first = texts.choose("zh_CN");
  const second = texts.choose("id_ID");
  texts.fail("zh_CN");
  texts.arrive("id_ID");
  expect(await Promise.all([first, second])).toEqual([false, true]);
});
