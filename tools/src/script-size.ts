import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** Gzipped script of each app that every first view loads, without the page and the texts, in units of 1,000 bytes. */
export const recordedKilobytes = { customer: 108, manager: 133 } as const;
export type BrowserApp = keyof typeof recordedKilobytes;

/** Vite's manifest: the chunk of each module, by the module's path. */
export type Manifest = Readonly<Record<string, ManifestChunk>>;
interface ManifestChunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** Reads the manifest of an app's build, in the folder of the browser's files. */
export const manifestOf = (folder: string, app: BrowserApp): Manifest =>
  JSON.parse(readFileSync(path.join(folder, ".vite", `${app}.json`), "utf8")) as Manifest;

/** Returns the gzipped bytes of an app's entry and of everything that it imports statically. */
export function firstLoadBytes(folder: string, manifest: Manifest): number {
  const files = new Set<string>();
  const visit = ({ file, imports = [] }: ManifestChunk): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const key of imports) {
      const chunk = manifest[key];
      if (chunk === undefined) throw new Error(`the web's manifest has no ${key}`);
      visit(chunk);
    }
  };
  for (const chunk of Object.values(manifest)) if (chunk.isEntry) visit(chunk);
  return [...files].reduce((sum, file) => sum + gzippedBytes(path.join(folder, file)), 0);
}

const gzippedBytes = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length;
