import type { Language } from "@reposo/contract/text/languages.ts";

/** Texts by language, not necessarily in all of them. */
export type Translations = Readonly<Partial<Record<Language, string>>>;

// A reader of one Chinese script understands the other script better than English, the default language.
const nearest: Partial<Record<Language, Language>> = { zh_TW: "zh_CN", zh_CN: "zh_TW" };

/** Returns the text in the language or the nearest one, otherwise in the first of the other languages that has one. */
export function textIn(
  texts: Translations,
  language: Language,
  others: readonly Language[] = [],
): string | undefined {
  const candidates = [language, nearest[language], ...others];
  const chosen = candidates.find((candidate) => candidate !== undefined && texts[candidate]);
  return chosen && texts[chosen];
}
