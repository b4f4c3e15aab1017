import type { Plugin } from "vite";

const helper = "\0vite/preload-helper.js";

/**
 * Vite wraps each dynamic import in a helper that loads style sheets and preloads chunks. Both are unused here: the
 * style sheet is inline, and the document names the files of the first view (0.64 kB of each, docs/decisions/0032).
 */
export function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    apply: "build",
    load: (id) => (id === helper ? "export const __vitePreload = (load) => load();" : null),
  };
}
