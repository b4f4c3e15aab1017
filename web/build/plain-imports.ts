import type { Plugin } from "vite";

const helper = "\0vite/preload-helper.js";

/**
 * Replaces the helper in which Vite wraps each dynamic import by a function that only imports, which saves 0.64 kB per
 * first view (docs/decisions/0032). Vite's helper loads style sheets and preloads chunks, but here the style sheet is
 * inline and the document preloads the files of the first view.
 */
export function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    apply: "build",
    load: (id) => (id === helper ? "export const __vitePreload = (load) => load();" : null),
  };
}
