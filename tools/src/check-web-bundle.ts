import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { unsupportedInScript, unsupportedInStyle } from "./browser-floor.ts";
import {
  type Manifest,
  budgets,
  gzippedSizes,
  heaviestScreen,
  loadedBytes,
  manifestOf,
  maxKilobytes,
  mergedLazyModules,
} from "./bundle-budgets.ts";

export interface BundleReport {
  /** One line for each measured size. */
  readonly lines: readonly string[];
  /** One line for each problem; empty if the check has passed. */
  readonly problems: string[];
}

/**
 * The decoder of the QR scanner, which is not searched. The oldest supported browsers never load it: before Chrome 97
 * and Safari 16, the product's `Content-Security-Policy` blocks WebAssembly.
 */
const wasmDecoder = /\/wasm-reader-[\w-]+\.js$/;

const apps = ["customer", "manager"] as const;

/** Measures the built web and searches it for features that old phones lack. */
export function checkWebBundle(root: string): BundleReport {
  const folder = path.join(root, "web", "dist", "client");
  if (!apps.every((app) => existsSync(path.join(folder, ".vite", `${app}.json`))))
    return { lines: [], problems: ["the web is not built: npm run setup"] };
  const manifests = { customer: manifestOf(folder, "customer"), manager: manifestOf(folder, "manager") };
  const sizeOf = gzippedSizes(folder);
  const lines: string[] = [];
  const problems: string[] = [];
  for (const budget of budgets) {
    const { name, entry, upTo, recordedKilobytes } = budget;
    const loaded = loadedBytes(manifests[name], entry, sizeOf);
    const line = `${name}: ${kilobytes(loaded[upTo])} of gzipped script to the ${upTo}, ${recordedKilobytes} kB recorded`;
    lines.push(line);
    if (loaded[upTo] <= maxKilobytes(budget) * 1000) continue;
    const screen = upTo === "heaviest screen" ? heaviestScreen(manifests[name], entry, sizeOf) : null;
    problems.push(
      `${line}${screen === null ? "" : ` (${screen})`}: more than a tenth over the recorded size; record the new size in bundle-budgets.ts if it is intended`,
    );
  }
  for (const app of apps) problems.push(...mergedLazyModules(manifests[app]));
  const files = new Set(apps.flatMap((app) => filesOf(manifests[app])));
  for (const file of [...files].filter((each) => !wasmDecoder.test(each))) {
    const text = readFileSync(path.join(folder, file), "utf8");
    const found = file.endsWith(".css") ? unsupportedInStyle(text) : unsupportedInScript(text);
    problems.push(...found.map((feature) => `${file} uses ${feature}, which Chrome 87 or iOS 14.5 lacks`));
  }
  return { lines, problems };
}

/** Returns the scripts and style sheets of every chunk, without assets such as the decoder's WebAssembly. */
function filesOf(manifest: Manifest): string[] {
  const files = Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])]);
  return [...new Set(files)].filter((file) => /\.(js|css)$/.test(file)).sort();
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
