import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { unsupportedInScript, unsupportedInStyle } from "./browser-floor.ts";
import {
  type BrowserApp,
  firstLoadBytes,
  manifestOf,
  recordedKilobytes,
  type Manifest,
} from "./script-size.ts";

export interface BundleReport {
  /** One line for each app's size. */
  readonly lines: readonly string[];
  /** One line for each problem; empty if the check has passed. */
  readonly problems: string[];
}

/** An app may grow by a tenth over its recorded size before the check fails; after that, record the new size. */
const growth = 1.1;

/**
 * The decoder of the QR scanner, which is not searched. The oldest supported browsers never load it: before Chrome 97
 * and Safari 16, the product's `Content-Security-Policy` blocks WebAssembly.
 */
const wasmDecoder = /\/wasm-reader-[\w-]+\.js$/;

/** Measures the built web and searches it for features that old phones lack. */
export function checkWebBundle(root: string): BundleReport {
  const folder = path.join(root, "web", "dist", "client");
  const apps = Object.keys(recordedKilobytes) as BrowserApp[];
  if (!apps.every((app) => existsSync(path.join(folder, ".vite", `${app}.json`))))
    return { lines: [], problems: ["the web is not built: npm run setup"] };
  const lines: string[] = [];
  const problems: string[] = [];
  const files = new Set<string>();
  for (const app of apps) {
    const manifest = manifestOf(folder, app);
    const kilobytes = firstLoadBytes(folder, manifest) / 1000;
    const recorded = recordedKilobytes[app];
    const line = `${app}: ${kilobytes.toFixed(1)} kB of gzipped script before any page, ${recorded} kB recorded`;
    lines.push(line);
    if (kilobytes > recorded * growth)
      problems.push(`${line}: more than a tenth; record the new size in script-size.ts if it is intended`);
    for (const file of filesOf(manifest)) files.add(file);
  }
  for (const file of [...files].filter((each) => !wasmDecoder.test(each)).sort()) {
    const text = readFileSync(path.join(folder, file), "utf8");
    const found = file.endsWith(".css") ? unsupportedInStyle(text) : unsupportedInScript(text);
    problems.push(...found.map((feature) => `${file} uses ${feature}, which Chrome 87 or iOS 14.5 lacks`));
  }
  return { lines, problems };
}

/** Returns the scripts and style sheets of every chunk, without assets such as the decoder's WebAssembly. */
const filesOf = (manifest: Manifest): string[] =>
  Object.values(manifest)
    .flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])])
    .filter((file) => /\.(js|css)$/.test(file));
