import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** A page that was opened before a release still loads files of its own release, for at most about this long. */
const retentionMilliseconds = 3 * 24 * 60 * 60 * 1000;

/**
 * The output folder is not emptied before a build: files of earlier builds are deleted some days after the last build
 * that contained them. Their names contain a hash of their content, so that releases do not overwrite each other.
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
