import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** An app may grow by a tenth over its recorded size before the check fails; after that, record the new size. */
const growth = 1.1;

/**
 * Recorded sizes of the gzipped script that a page loads, in units of 1,000 bytes, including one language. The server
 * renders a customer's first view, so the size of the customer app is that of its entry only. The sizes of the manager
 * app include the code of a screen: of the login page, and of the largest screen.
 */
export const budgets: readonly Budget[] = [
  { name: "customer", entry: "src/customer/customer-app.tsx", upTo: "entry", recordedKilobytes: 84 },
  { name: "manager", entry: "src/manager/manager-app.tsx", upTo: "first screen", recordedKilobytes: 118 },
  { name: "manager", entry: "src/manager/manager-app.tsx", upTo: "heaviest screen", recordedKilobytes: 128 },
];

/** Names of the chunks of a manager's first screens. */
const firstScreens = ["login-screen"];

export interface Budget {
  /** The app, which is built separately with its own manifest. */
  readonly name: BrowserApp;
  readonly entry: string;
  readonly upTo: "entry" | "first screen" | "heaviest screen";
  readonly recordedKilobytes: number;
}

/** Returns the size at which the check fails, in units of 1,000 bytes. */
export const maxKilobytes = ({ recordedKilobytes }: Budget): number => recordedKilobytes * growth;

export type BrowserApp = "customer" | "manager";

/** Reads the manifest of an app's build, in the folder of the browser's files. */
export const manifestOf = (folder: string, app: BrowserApp): Manifest =>
  JSON.parse(readFileSync(path.join(folder, ".vite", `${app}.json`), "utf8")) as Manifest;

/** Vite's manifest: the chunk of each module, by the module's path. */
export type Manifest = Readonly<Record<string, ManifestChunk>>;
interface ManifestChunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

/** Returns the size of a file of the build in bytes. */
export type SizeOf = (file: string) => number;

/** Returns a function that computes the gzipped size of a file in the folder, and stores it for later calls. */
export function gzippedSizes(folder: string): SizeOf {
  const sizes = new Map<string, number>();
  return (file) => {
    const known = sizes.get(file) ?? gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length;
    sizes.set(file, known);
    return known;
  };
}

export type LoadedBytes = Readonly<Record<Budget["upTo"], number>>;

/** A chunk that the entry imports on demand, with the bytes that it adds to the entry. */
interface CodeOnDemand {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
}

/**
 * Returns the bytes of the entry with its static imports and the largest language. The bytes up to a screen also
 * include the code of the largest first screen, or of the largest of all screens.
 */
export function loadedBytes(manifest: Manifest, entry: string, sizeOf: SizeOf): LoadedBytes {
  const always = closure(manifest, [entry]);
  const onDemand = codeOnDemand(manifest, always, sizeOf);
  const most = (codes: readonly CodeOnDemand[]): number => Math.max(0, ...codes.map(({ bytes }) => bytes));
  const languages = onDemand.filter(({ key }) => key.startsWith("src/locales/"));
  const bytes = weigh(manifest, [...always], sizeOf) + most(languages);
  return {
    entry: bytes,
    "first screen": bytes + most(onDemand.filter(({ name }) => firstScreens.includes(name))),
    "heaviest screen": bytes + most(onDemand.filter(isScreen)),
  };
}

/** Returns the name of the screen that adds the most bytes to the entry; null if the app has no screens. */
export function heaviestScreen(manifest: Manifest, entry: string, sizeOf: SizeOf): string | null {
  const screens = codeOnDemand(manifest, closure(manifest, [entry]), sizeOf).filter(isScreen);
  return screens.sort((a, b) => b.bytes - a.bytes)[0]?.name ?? null;
}

const isScreen = ({ name }: CodeOnDemand): boolean => name.endsWith("-screen");

/** Returns the chunks that the chunks in `always` import dynamically. */
function codeOnDemand(manifest: Manifest, always: ReadonlySet<string>, sizeOf: SizeOf): CodeOnDemand[] {
  const keys = [...always].flatMap((key) => manifest[key]?.dynamicImports ?? []);
  return keys.map((key) => {
    const added = [...closure(manifest, [key])].filter((each) => !always.has(each));
    return { key, name: manifest[key]?.name ?? "", bytes: weigh(manifest, added, sizeOf) };
  });
}

/** Chunks that the app imports lazily without a retry, so they may contain several modules. */
const importedOnce = ["collection-queue", "push-subscription"];

/**
 * Finds lazily imported files that contain several modules. After a failure, the app imports such a file again by its
 * URL, which returns the exports of the expected module only if the file contains no other module.
 */
export function mergedLazyModules(manifest: Manifest): string[] {
  const lazy = new Set(Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports));
  return [...lazy]
    .filter((key) => !key.startsWith("src/") && !importedOnce.includes(manifest[key]?.name ?? ""))
    .map((key) => `${manifest[key]?.file ?? key} is imported lazily and merges several modules`);
}

/** Returns the keys of the chunks and of all chunks that they import statically. */
function closure(manifest: Manifest, keys: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const visit = (key: string): void => {
    if (reached.has(key)) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the web's manifest has no ${key}`);
    reached.add(key);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return reached;
}

/** Returns the sum of the sizes of the chunks' scripts. */
function weigh(manifest: Manifest, keys: readonly string[], sizeOf: SizeOf): number {
  const files = new Set(keys.flatMap((key) => manifest[key]?.file ?? []));
  return [...files].filter((file) => file.endsWith(".js")).reduce((sum, file) => sum + sizeOf(file), 0);
}
