import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { belowFloorInScript, belowFloorInStyle } from "./browser-floor.ts";
import { type Manifest, budgets, loadedBytes, gzippedSizes } from "./bundle-budgets.ts";

export interface BundleReport {
  readonly lines: readonly string[];
  readonly problems: readonly string[];
}

/** The scanner's decoder: a strict policy lets WebAssembly run from Chrome 97 and Safari 16 on, never on the floor. */
const aboveFloor = /\/wasm-reader-[\w-]+\.js$/;

/** Weighs the built web and looks in it for what old phones lack. */
export function checkWebBundle(root: string): BundleReport {
  const folder = path.join(root, "web", "dist", "client");
  const manifestFile = path.join(folder, ".vite", "manifest.json");
  if (!existsSync(manifestFile)) return { lines: [], problems: ["the web is not built: npm run setup"] };
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest;
  const sizeOf = gzippedSizes(folder);
  const lines: string[] = [];
  const problems: string[] = [];
  for (const { name, entry, upTo, most } of budgets) {
    const loaded = loadedBytes(manifest, entry, sizeOf);
    const told = `${name}: ${kilobytes(loaded[upTo])} of gzipped script to the ${upTo}, ${most} kB at most`;
    lines.push(told);
    if (loaded[upTo] > most * 1000) problems.push(told);
  }
  for (const file of filesOf(manifest).filter((each) => !aboveFloor.test(each))) {
    const text = readFileSync(path.join(folder, file), "utf8");
    const found = file.endsWith(".css") ? belowFloorInStyle(text) : belowFloorInScript(text);
    problems.push(...found.map((feature) => `${file} uses ${feature}, which Chrome 87 or iOS 14.5 lacks`));
  }
  return { lines, problems };
}

/** Scripts and style sheets of every chunk; a copied asset such as the decoder's wasm is neither. */
function filesOf(manifest: Manifest): string[] {
  const files = Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])]);
  return [...new Set(files)].filter((file) => /\.(js|css)$/.test(file)).sort();
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
