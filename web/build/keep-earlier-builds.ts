import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

/**
 * How long a file is kept after the build that replaced it. A page that was opened before a release still loads files
 * of the previous release.
 */
const retentionMilliseconds = 3 * 24 * 60 * 60 * 1000;

/**
 * Prevents a build from emptying the output folder. After a build, deletes the files of `assets` that neither this
 * build nor the last build of another app contains and that were replaced longer than `retentionMilliseconds` ago. The
 * time of a file is that of the last build that wrote it or found it in an earlier build's manifest. File names contain
 * a hash of the content, so a build never replaces the content of a file of an earlier build.
 */
export function keepEarlierBuilds(): Plugin {
  let manifests = "";
  let inManifests: ReadonlySet<string> = new Set();
  return {
    name: "keep-earlier-builds",
    apply: "build",
    config: () => ({ build: { emptyOutDir: false } }),
    configResolved({ root, build }) {
      manifests = join(resolve(root, build.outDir), ".vite");
    },
    // The build overwrites its manifest, so the files of the previous build are read before.
    buildStart() {
      inManifests = readManifests(manifests);
    },
    writeBundle({ dir }, bundle) {
      if (dir === undefined) return;
      const assets = join(dir, "assets");
      const now = new Date();
      for (const name of readdirSync(assets)) {
        const file = join(assets, name);
        const asset = `assets/${name.replace(/\.(br|gz)$/, "")}`;
        if (asset in bundle) continue;
        if (inManifests.has(asset)) utimesSync(file, now, now);
        else if (statSync(file).mtimeMs < now.getTime() - retentionMilliseconds) rmSync(file);
      }
    },
  };
}

/** Returns the paths of the files that the manifests in a folder name, relative to the output folder. */
function readManifests(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const texts = names.map((name) => readFileSync(join(folder, name), "utf8"));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/"(assets\/[^"]+)"/g)].map(([, path = ""]) => path)),
  );
}
