import { isolateText } from "@reposo/contract/text/isolate-text.ts";
import {
  defaultLanguage,
  type Language,
  languageCookie,
  languageTags,
  toLanguage,
} from "@reposo/contract/text/languages.ts";
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from "react";
import type { Texts } from "#locales/texts.ts";
import { readStored, writeStored } from "#shared/storage/local-storage.ts";
import { pageCookie } from "#shared/storage/page-cookie.ts";
import { type ActiveTexts, changeTexts, type LoadedTexts, type LoadTexts } from "./change-texts.ts";
import { showToast } from "#shared/toasts/toasts.ts";
import { importWithRetry } from "#shared/lazy/import-with-retry.ts";

/**
 * Replaces the `{placeholders}` of a text. The values are enclosed in Unicode isolates, because their writing direction
 * may differ from the text's.
 */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => isolateText(String(values[name] ?? placeholder)));

/** Returns the stored language, or the language in which the server rendered the page (I18N-1). */
export function chosenLanguage(rendered: Language = defaultLanguage): Language {
  return toLanguage(readStored("locale"), rendered);
}

function storeLanguage(language: Language): void {
  writeStored("locale", language);
  document.cookie = pageCookie(languageCookie, language);
}

let active: { language: Language; shared: Texts["shared"] } | null = null;

/** Returns the stored language, even while the page still shows the language that the server rendered. */
export const activeLanguage = (): Language => chosenLanguage(active?.language);
/** Returns the shared texts for code outside of components; null until the first texts have loaded. */
export const activeTexts = (): Texts["shared"] | null => active?.shared ?? null;
/** Sets the texts for code outside of components, and the language of the document. */
export function activateTexts(language: Language, texts: LoadedTexts): void {
  active = { language, shared: texts.shared };
  document.documentElement.lang = languageTags[language];
}

interface LanguageState extends ActiveTexts {
  readonly choose: (language: Language) => Promise<unknown>;
}

const LanguageContext = createContext<LanguageState | null>(null);

interface ProviderProps {
  readonly language: Language;
  readonly texts: LoadedTexts;
  readonly load: LoadTexts;
  readonly children: ReactNode;
}

/** Provides texts in the current language, starting with the rendered one. The language changes without a reload. */
export function LanguageProvider({ language, texts, load, children }: ProviderProps) {
  const [shown, setShown] = useState<ActiveTexts>({ language, texts });

  const choose = useMemo(() => {
    const change = changeTexts(load, (next) => {
      activateTexts(next.language, next.texts);
      setShown(next);
    });
    return (chosen: Language) =>
      change(chosen).then(
        (isShown) => isShown && storeLanguage(chosen),
        () => showToast(activeTexts()?.networkFailed ?? "", "error"),
      );
  }, [load]);

  // A layout effect runs before a language that was chosen before hydration is taken over, so the chosen language
  // replaces the stored one.
  useLayoutEffect(() => {
    activateTexts(language, texts);
    const stored = chosenLanguage(language);
    if (stored !== language) void choose(stored);
  }, [language, texts, choose]);

  const state = useMemo(() => ({ ...shown, choose }), [shown, choose]);
  return <LanguageContext.Provider value={state}>{children}</LanguageContext.Provider>;
}

function useLanguageState(): LanguageState {
  const state = useContext(LanguageContext);
  if (state === null) throw new Error("the component is not inside a LanguageProvider");
  return state;
}

export const useLanguage = (): Language => useLanguageState().language;
export const useChooseLanguage = (): LanguageState["choose"] => useLanguageState().choose;

/** Returns a section of the app's texts. */
export function useText<S extends keyof Texts>(section: S): Texts[S] {
  const texts = useLanguageState().texts[section];
  if (texts === undefined) throw new Error(`the app has no texts in the section ${section}`);
  return texts as Texts[S];
}

/** Returns a function that loads an app's texts. Each language is one file. */
export const textLoader =
  (files: Readonly<Record<Language, () => Promise<LoadedTexts>>>): LoadTexts =>
  (language) =>
    importWithRetry(files[language]);
