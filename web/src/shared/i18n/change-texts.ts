import type { Language } from "@reposo/contract/text/languages.ts";
import type { PageTextPart, Texts } from "#locales/texts.ts";

export type LoadedTexts = Pick<Texts, "shared"> & Partial<Texts>;

/** Loads the app's texts in a language, including the given parts. */
export type LoadTexts = (language: Language, parts: readonly PageTextPart[]) => Promise<LoadedTexts>;

export interface ActiveTexts {
  readonly language: Language;
  readonly texts: LoadedTexts;
}

export interface TextChanges {
  /**
   * Changes the language. Resolves to false if a later choice has replaced this one; rejects without a change if the
   * texts fail to load.
   */
  readonly choose: (language: Language) => Promise<boolean>;
  /** Adds parts of the texts; rejects if they fail to load. */
  readonly need: (parts: readonly PageTextPart[]) => Promise<void>;
}

const everyPage: readonly string[] = ["shared", "customer", "manager"];

/**
 * Manages changes of the language and of the loaded parts. Loads may overlap, so a load that completes late must not
 * remove a part or restore an earlier language.
 */
export function changeTexts(
  first: ActiveTexts,
  load: LoadTexts,
  show: (shown: ActiveTexts) => void,
): TextChanges {
  let shown = first;
  let requested = {
    language: first.language,
    parts: Object.keys(first.texts).filter((part): part is PageTextPart => !everyPage.includes(part)),
  };

  let chosen = first.language;

  /** Loads texts, and repeats the load if the requested language or parts have changed during it. */
  async function fetchTexts(pick: (now: typeof requested) => readonly PageTextPart[]): Promise<ActiveTexts> {
    for (;;) {
      const { language } = requested;
      const parts = pick(requested);
      const isCurrent = () => language === requested.language && parts === pick(requested);
      try {
        const texts = await load(language, parts);
        if (isCurrent()) return { language, texts };
      } catch (error) {
        if (!isCurrent()) continue;
        if (language === shown.language) throw error;
        // The new language failed to load. Returns to the shown language, so that parts that a page needs can still
        // load.
        requested = { ...requested, language: shown.language };
      }
    }
  }

  async function loadRequested(): Promise<void> {
    shown = await fetchTexts(({ parts }) => parts);
    show(shown);
  }

  return {
    async choose(language) {
      chosen = language;
      requested = { ...requested, language };
      await loadRequested();
      if (shown.language === language) return true;
      if (chosen === language) throw new Error(`the texts in ${language} did not load`);
      return false;
    },
    async need(parts) {
      // First loads only these parts, so that their failure does not block other pages or a change of language.
      await fetchTexts(() => parts);
      requested = { ...requested, parts: [...new Set([...requested.parts, ...parts])] };
      await loadRequested();
    },
  };
}
