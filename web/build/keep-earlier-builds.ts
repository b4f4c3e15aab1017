import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * How long files of an earlier build are kept. A page that was opened before a release still loads files of the
 * previous release.
 */
const retentionMilliseconds = 3 * 24 * 60 * 60 * 1000;

/**
 * Keeps the output folder's files before a build, and deletes a file `retentionMilliseconds` after the last build that
 * contained it. File names contain a hash of the content, so builds do not overwrite each other's files.
 */
export function keepEarlierBuilds(): Plugin {
  return {
    name: "keep-earlier-builds",
    apply: "build",
    config: () => ({ build: { emptyOutDir: false } }),
    writeBundle({ dir }, bundle) {
      if (dir === undefined) return;
      const assets = join(dir, "assets");
      const isCurrent = (name: string) => `assets/${name.replace(/\.(br|gz)$/, "")}` in bundle;
      for (const name of readdirSync(assets)) {
        const file = join(assets, name);
        if (!isCurrent(name) && statSync(file).mtimeMs < Date.now() - retentionMilliseconds) rmSync(file);
      }
    },
  };
}
