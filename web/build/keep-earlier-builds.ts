import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** A page that was opened before a release still asks for its own release's pieces; longer than this hardly one is. */
const keptMilliseconds = 3 * 24 * 60 * 60 * 1000;

/**
 * The folder is not emptied before a build: what this build does not bring stays for some days after the last one that
 * did. Names carry a hash of their content, so the releases do not meet.
 */
export function keepEarlierBuilds(): Plugin {
  return {
    name: "keep-earlier-builds",
    apply: "build",
    config: () => ({ build: { emptyOutDir: false } }),
    writeBundle({ dir }, bundle) {
      if (dir === undefined) return;
      const assets = join(dir, "assets");
      const isOurs = (name: string) => `assets/${name.replace(/\.(br|gz)$/, "")}` in bundle;
      for (const name of readdirSync(assets)) {
        const file = join(assets, name);
        if (!isOurs(name) && statSync(file).mtimeMs < Date.now() - keptMilliseconds) rmSync(file);
      }
    },
  };
}
