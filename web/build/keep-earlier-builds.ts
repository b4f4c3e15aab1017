import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * How long a file is kept after the last build that wrote it. A page that was opened before a release still loads files
 * of the previous release.
 */
const retentionMilliseconds = 3 * 24 * 60 * 60 * 1000;

/**
 * Prevents a build from emptying the output folder. After a build, deletes the files of `assets` that the build does
 * not contain and that were last written longer than `retentionMilliseconds` ago. File names contain a hash of the
 * content, so a build never replaces the content of a file of an earlier build.
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
