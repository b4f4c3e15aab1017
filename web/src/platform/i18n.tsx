import { type Language, defaultLanguage, languageTags, toLanguage } from "@reposo/contract/languages.ts";
import {
  type ReactNode,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { PageTextPart, SharedTexts, Texts } from "#locales/texts.ts";
import { readStored, writeStored } from "./local-storage.ts";
import { showToast } from "./toasts.ts";

/** The parts that one of the two apps brings; each app loads no other's. */
export type LoadedTexts = Pick<Texts, "shared"> & Partial<Texts>;

/** Fetches what every page of the app says in a language, and the parts that some pages need. */
export type LoadTexts = (language: Language, parts: readonly PageTextPart[]) => Promise<LoadedTexts>;

/** Puts values into a text's `{places}`. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** The stored choice, or the language the page was rendered in (I18N-1). */
export function chosenLanguage(rendered: Language = defaultLanguage): Language {
  return toLanguage(readStored("locale"), rendered);
}

let active: { language: Language; shared: SharedTexts } | null = null;

/**
 * For calls. The stored choice counts also while the page still stands in the language that the server drew it in:
 * what the first calls are answered is read after the switch.
 */
export const activeLanguage = (): Language => chosenLanguage(active?.language);
export const activeTexts = (): SharedTexts | null => active?.shared ?? null;
export function activateTexts(language: Language, texts: LoadedTexts): void {
  active = { language, shared: texts.shared };
}

interface LanguageState {
  readonly language: Language;
  readonly texts: LoadedTexts;
  readonly choose: (language: Language) => Promise<void>;
  readonly need: (parts: readonly PageTextPart[]) => Promise<void>;
}

const LanguageContext = createContext<LanguageState | null>(null);

interface ProviderProps {
  readonly language: Language;
  readonly texts: LoadedTexts;
  readonly load: LoadTexts;
  readonly children: ReactNode;
}

const everyPage: readonly string[] = ["shared", "customer", "manager"];
const partsOf = (texts: LoadedTexts): PageTextPart[] =>
  Object.keys(texts).filter((part): part is PageTextPart => !everyPage.includes(part));

/** Starts in the language that was rendered, then follows the choice at once, without a reload. */
export function LanguageProvider({ language, texts, load, children }: ProviderProps) {
  const [shown, setShown] = useState({ language, texts });
  const latest = useRef(shown);

  const show = useCallback((next: { language: Language; texts: LoadedTexts }) => {
    latest.current = next;
    activateTexts(next.language, next.texts);
    document.documentElement.lang = languageTags[next.language];
    setShown(next);
  }, []);

  const choose = useCallback(
    async (wanted: Language) => {
      try {
        show({ language: wanted, texts: await load(wanted, partsOf(latest.current.texts)) });
        writeStored("locale", wanted);
      } catch {
        showToast(activeTexts()?.networkFailed ?? "", "error");
      }
    },
    [load, show],
  );

  const need = useCallback(
    async (parts: readonly PageTextPart[]): Promise<void> => {
      let wanted: Language;
      let loaded: LoadedTexts;
      // Again where the language was switched while the parts were on their way.
      do {
        wanted = latest.current.language;
        loaded = await load(wanted, [...partsOf(latest.current.texts), ...parts]);
      } while (wanted !== latest.current.language);
      show({ language: wanted, texts: { ...latest.current.texts, ...loaded } });
    },
    [load, show],
  );

  useEffect(() => {
    activateTexts(language, texts);
    const stored = chosenLanguage(language);
    if (stored !== language) void choose(stored);
  }, [language, texts, choose]);

  const state = useMemo(() => ({ ...shown, choose, need }), [shown, choose, need]);
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

/** Whether a page's parts are there, and how to fetch them. */
export function useTextParts(parts: readonly PageTextPart[]): { ready: boolean; need: () => Promise<void> } {
  const { texts, need } = useLanguageState();
  const missing = parts.filter((part) => texts[part] === undefined);
  return {
    ready: missing.length === 0,
    need: async () => {
      if (missing.length > 0) await need(missing);
    },
  };
}
