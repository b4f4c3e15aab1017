import type { ComponentType } from "react";
import { importWithRetry } from "./import-with-retry.ts";

/** A page whose code is a separate file. */
export interface LazyPage {
  /** Source of the page, relative to the web workspace, by which the document finds the files of the build. */
  readonly source: string;
  /** Loads the code. Concurrent calls share one import; after a failure, the next call imports it again. */
  load(): Promise<ComponentType>;
  /** Returns the component; null until its code has loaded. */
  loaded(): ComponentType | null;
}

/**
 * Used instead of `React.lazy`, which shows a page up to 300 ms after its code has loaded, keeps a failure until the
 * document is reloaded, and would hydrate the page later than the rest of the document.
 */
export function lazyPage(
  source: string,
  importModule: () => Promise<{ readonly default: ComponentType }>,
): LazyPage {
  let component: ComponentType | null = null;
  let pending: Promise<ComponentType> | null = null;

  async function importOnce(): Promise<ComponentType> {
    try {
      component = (await importWithRetry(importModule)).default;
      return component;
    } finally {
      pending = null;
    }
  }

  return {
    source,
    load: () => (pending ??= importOnce()),
    loaded: () => component,
  };
}
