import type { Plugin } from "vite";

const helper = "\0vite/preload-helper.js";

/**
 * Vite wraps every dynamic import in a helper that loads style sheets and preloads chunks. There is one inlined
 * sheet, and the server names the chunks of the first view, so the helper would be weight without a use.
 */
export function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    apply: "build",
    load: (id) => (id === helper ? "export const __vitePreload = (load) => load();" : null),
  };
}
