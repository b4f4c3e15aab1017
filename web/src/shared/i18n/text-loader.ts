import type { PageTextPart, Texts } from "#locales/texts.ts";
import { importAgain } from "#shared/lazy/import-again.ts";
import type { LoadTexts, LoadedTexts } from "./shown-texts.ts";

type TextFiles = Readonly<Record<string, () => Promise<Partial<Texts>>>>;

/** Loads an app's texts: `everyPage` in every case, and the parts that a page needs. */
export function textLoader(files: TextFiles, everyPage: "for-customers" | "for-managers"): LoadTexts {
  const loads = new Map(Object.entries(files).map(([path, load]) => [path, importAgain(load)]));
  return async (language, parts: readonly PageTextPart[]) => {
    const modules = [everyPage, ...parts].map(async (name) =>
      loads.get(`../locales/${language}/${name}.ts`)?.(),
    );
    return Object.assign({}, ...(await Promise.all(modules))) as LoadedTexts;
  };
}
