import { type Language, defaultLanguage, languageTags, toLanguage } from "@reposo/contract/languages.ts";
import { type ReactNode, createContext, useCallback, useContext, useEffect, useMemo, useState } from "react";
import type { SharedTexts, Texts } from "#locales/texts.ts";
import { readStored, writeStored } from "./local-storage.ts";
import { showToast } from "./toasts.ts";

/** The parts that one of the two apps brings; each app loads no other's. */
export type LoadedTexts = Pick<Texts, "shared"> & Partial<Texts>;

/** Fetches a language's chunk. */
export type LoadTexts = (language: Language) => Promise<LoadedTexts>;

/** Puts values into a text's `{places}`. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** The stored choice, or the language the page was rendered in (I18N-1). */
export function chosenLanguage(rendered: Language = defaultLanguage): Language {
  return toLanguage(readStored("locale"), rendered);
}

let active: { language: Language; shared: SharedTexts } | null = null;

/** For what is not drawn by React: calls and toasts. */
export const activeLanguage = (): Language => active?.language ?? chosenLanguage();
export const activeTexts = (): SharedTexts | null => active?.shared ?? null;
export function activateTexts(language: Language, texts: LoadedTexts): void {
  active = { language, shared: texts.shared };
}

interface LanguageState {
  readonly language: Language;
  readonly texts: LoadedTexts;
  readonly choose: (language: Language) => Promise<void>;
}

const LanguageContext = createContext<LanguageState | null>(null);

interface ProviderProps {
  readonly language: Language;
  readonly texts: LoadedTexts;
  readonly load: LoadTexts;
  readonly children: ReactNode;
}

/** Starts in the language that was rendered, then follows the choice at once, without a reload. */
export function LanguageProvider({ language, texts, load, children }: ProviderProps) {
  const [shown, setShown] = useState({ language, texts });

  const choose = useCallback(
    async (wanted: Language) => {
      try {
        const loaded = await load(wanted);
        activateTexts(wanted, loaded);
        writeStored("locale", wanted);
        document.documentElement.lang = languageTags[wanted];
        setShown({ language: wanted, texts: loaded });
      } catch {
        showToast(activeTexts()?.networkFailed ?? "", "error");
      }
    },
    [load],
  );

  useEffect(() => {
    activateTexts(language, texts);
    const stored = chosenLanguage(language);
    if (stored !== language) void choose(stored);
  }, [language, texts, choose]);

  const state = useMemo(() => ({ ...shown, choose }), [shown, choose]);
  return <LanguageContext.Provider value={state}>{children}</LanguageContext.Provider>;
}

function useLanguageState(): LanguageState {
  const state = useContext(LanguageContext);
  if (state === null) throw new Error("a LanguageProvider must stand above every page");
  return state;
}

export const useLanguage = (): Language => useLanguageState().language;
export const useChooseLanguage = (): LanguageState["choose"] => useLanguageState().choose;

/** The texts of one part of the dictionary, in the language shown. */
export function useText<P extends keyof Texts>(part: P): Texts[P] {
  const texts = useLanguageState().texts[part];
  if (texts === undefined) throw new Error(`this app does not load the ${part} texts`);
  return texts as Texts[P];
}
