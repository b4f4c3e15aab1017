import type { Language } from "@reposo/contract/text/languages.ts";
import type { PageTextPart, Texts } from "#locales/texts.ts";

export type LoadedTexts = Pick<Texts, "shared"> & Partial<Texts>;

/** Fetches the app's texts in a language, with the given parts. */
export type LoadTexts = (language: Language, parts: readonly PageTextPart[]) => Promise<LoadedTexts>;

export interface ShownTexts {
  readonly language: Language;
  readonly texts: LoadedTexts;
}

export interface TextChanges {
  /** False if another choice has replaced it; rejects, and changes nothing, if its texts do not load. */
  readonly choose: (language: Language) => Promise<boolean>;
  /** Adds parts; rejects if they do not load. */
  readonly need: (parts: readonly PageTextPart[]) => Promise<void>;
}

const everyPage: readonly string[] = ["shared", "customer", "manager"];

/** Loads overlap: the last one to complete must neither lack a part nor restore an older choice. */
export function changeTexts(
  first: ShownTexts,
  load: LoadTexts,
  show: (shown: ShownTexts) => void,
): TextChanges {
  let shown = first;
  let wanted = {
    language: first.language,
    parts: Object.keys(first.texts).filter((part): part is PageTextPart => !everyPage.includes(part)),
  };

  let chosen = first.language;

  /** Repeats until the loaded texts are the ones that are wanted by then. */
  async function fetchTexts(pick: (now: typeof wanted) => readonly PageTextPart[]): Promise<ShownTexts> {
    for (;;) {
      const { language } = wanted;
      const parts = pick(wanted);
      const isWanted = () => language === wanted.language && parts === pick(wanted);
      try {
        const texts = await load(language, parts);
        if (isWanted()) return { language, texts };
      } catch (error) {
        if (!isWanted()) continue;
        if (language === shown.language) throw error;
        // Pending parts of a page must not fail with the language.
        wanted = { ...wanted, language: shown.language };
      }
    }
  }

  async function loadWanted(): Promise<void> {
    shown = await fetchTexts(({ parts }) => parts);
    show(shown);
  }

  return {
    async choose(language) {
      chosen = language;
      wanted = { ...wanted, language };
      await loadWanted();
      if (shown.language === language) return true;
      if (chosen === language) throw new Error(`no ${language}`);
      return false;
    },
    async need(parts) {
      // First without the others, so that a failure blocks no other page and no language.
      await fetchTexts(() => parts);
      wanted = { ...wanted, parts: [...new Set([...wanted.parts, ...parts])] };
      await loadWanted();
    },
  };
}
