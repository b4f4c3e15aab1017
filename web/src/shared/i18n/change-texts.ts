import type { Language } from "@reposo/contract/text/languages.ts";
import type { Texts } from "#locales/texts.ts";

/** The texts of one app, which has no sections of the other. */
export type LoadedTexts = Pick<Texts, "shared"> & Partial<Texts>;

/** Loads the app's texts in a language. */
export type LoadTexts = (language: Language) => Promise<LoadedTexts>;

export interface ActiveTexts {
  readonly language: Language;
  readonly texts: LoadedTexts;
}

/**
 * Returns a function that changes the language. It resolves to false if a later choice has replaced this one, and
 * rejects without a change if the texts fail to load.
 */
export function changeTexts(load: LoadTexts, show: (shown: ActiveTexts) => void) {
  let latest = 0;
  return async (language: Language): Promise<boolean> => {
    latest += 1;
    const choice = latest;
    try {
      const texts = await load(language);
      if (choice !== latest) return false;
      show({ language, texts });
      return true;
    } catch (error) {
      if (choice !== latest) return false;
      throw error;
    }
  };
}
