import type { PageTextPart, Texts } from "#locales/texts.ts";
import { lazyModule } from "#shared/lazy/lazy-module.ts";
import type { LoadTexts, LoadedTexts } from "./shown-texts.ts";

type TextFiles = Readonly<Record<string, () => Promise<Partial<Texts>>>>;

/** Loads an app's texts: `everyPage` in every case, and the parts that a page needs. */
export function textLoader(files: TextFiles, everyPage: "for-customers" | "for-managers"): LoadTexts {
  const modules = new Map(Object.entries(files).map(([path, load]) => [path, lazyModule(load)]));
  return async (language, parts: readonly PageTextPart[]) => {
    const texts = [everyPage, ...parts].map(async (name) =>
      modules.get(`../locales/${language}/${name}.ts`)?.load(),
    );
    return Object.assign({}, ...(await Promise.all(texts))) as LoadedTexts;
  };
}
