import type { Language } from "@reposo/contract/languages.ts";
import type { PageTextPart, Texts } from "#locales/texts.ts";

/** The parts that one of the two apps brings; each app loads no other's. */
export type LoadedTexts = Pick<Texts, "shared"> & Partial<Texts>;

/** Fetches what every page of the app says in a language, and the parts that some pages need. */
export type LoadTexts = (language: Language, parts: readonly PageTextPart[]) => Promise<LoadedTexts>;

export interface ShownTexts {
  readonly language: Language;
  readonly texts: LoadedTexts;
}

export interface TextChanges {
  /**
   * Shows a language once all of its texts are there. Tells whether it is the one shown now: another choice may have
   * been made meanwhile. Fails where its texts did not come; then all stays as it was.
   */
  readonly choose: (language: Language) => Promise<boolean>;
  /** Adds parts to what is shown; fails where they did not come. */
  readonly need: (parts: readonly PageTextPart[]) => Promise<void>;
}

const everyPage: readonly string[] = ["shared", "customer", "manager"];

/**
 * Keeps what is shown whole: languages are chosen and parts are needed while others are on their way, and whichever
 * comes last must neither lack a part nor bring an older choice back.
 */
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

  /** Until what came is what is wanted by then, in the language wanted by then. */
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
        // A page whose parts are on their way does not fail with the language.
        wanted = { ...wanted, language: shown.language };
      }
    }
  }

  async function bring(): Promise<void> {
    shown = await fetchTexts(({ parts }) => parts);
    show(shown);
  }

  return {
    async choose(language) {
      chosen = language;
      wanted = { ...wanted, language };
      await bring();
      if (shown.language === language) return true;
      if (chosen === language) throw new Error(`no ${language}`);
      return false;
    },
    async need(parts) {
      // By themselves first: where they do not come, no other page and no language waits for them.
      await fetchTexts(() => parts);
      wanted = { ...wanted, parts: [...new Set([...wanted.parts, ...parts])] };
      await bring();
    },
  };
}
