import type { Language } from "@reposo/contract/text/languages.ts";
import type { PageTextPart, Texts } from "#locales/texts.ts";

export type LoadedTexts = Pick<Texts, "shared"> & Partial<Texts>;

/** Fetches the app's texts in a language, with the given parts. */
export type LoadTexts = (language: Language, parts: readonly PageTextPart[]) => Promise<LoadedTexts>;

export interface ActiveTexts {
  readonly language: Language;
  readonly texts: LoadedTexts;
}

export interface TextChanges {
  /** Resolves to false if a later choice has replaced this one; rejects, and changes nothing, if the texts do not load. */
  readonly choose: (language: Language) => Promise<boolean>;
  /** Adds parts; rejects if they do not load. */
  readonly need: (parts: readonly PageTextPart[]) => Promise<void>;
}

const everyPage: readonly string[] = ["shared", "customer", "manager"];

/** Loads overlap: the last one to complete must neither lack a part nor restore an older choice. */
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

  /** Repeats the load if the language or the parts have changed meanwhile. */
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
        // Pending parts of a page must not fail with the language.
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
      if (chosen === language) throw new Error(`no ${language}`);
      return false;
    },
    async need(parts) {
      // Loads these parts alone first, so that their failure blocks neither other pages nor a change of language.
      await fetchTexts(() => parts);
      requested = { ...requested, parts: [...new Set([...requested.parts, ...parts])] };
      await loadRequested();
    },
  };
}
