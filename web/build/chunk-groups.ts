import { join } from "node:path";

/** The browser apps; each is a build of its own, so that no page has to load a file that it shares with the other app. */
export const browserApps = ["customer", "manager"] as const;
export type BrowserApp = (typeof browserApps)[number];

interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] } | null;
}

const isLazy = (id: string, graph: ModuleGraph): boolean =>
  (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;

/** The app's entry and the lazy modules that import this one, directly or through others, and not lazily. */
function rootsOf(id: string, graph: ModuleGraph): string[] {
  const reached = new Set<string>();
  const visit = (each: string): void => {
    if (reached.has(each)) return;
    reached.add(each);
    for (const importer of graph.getModuleInfo(each)?.importers ?? []) visit(importer);
  };
  visit(id);
  return [...reached].filter(
    (each) => isLazy(each, graph) || (graph.getModuleInfo(each)?.importers.length ?? 0) === 0,
  );
}

/** Pages that share more with each other than with the rest, by the names of their lazy modules. */
const families: readonly (readonly [name: string, modules: RegExp])[] = [
  ["login", /\/login-screen\.tsx$/],
  ["charts", /\/(data-chart-screen|chart-card)\.tsx$/],
  ["lists", /\/(device|device-list|orders|feedback)-screen\.tsx$/],
  ["cash", /\/cash-screen\.tsx$/],
  ["notifications", /\/notifications-screen\.tsx$/],
  ["alerts", /\/(alerts-screen|alert-section)\.tsx$/],
  ["details", /\/details-screen\.tsx$/],
  ["account", /\/user-screen\.tsx$/],
  ["places", /\/(outlet|location-\w+)-screen\.tsx$/],
  ["screens", /-screen\.tsx$/],
];
/** Managers open these pages one after another, so that what any of them share is one file. */
const listFamilies = ["lists", "cash", "alerts", "details", "account", "notifications"];

const familyOf = (id: string): string | undefined => families.find(([, modules]) => modules.test(id))?.[0];

/**
 * The file for a module of an app; null leaves it to the bundler. A first view may load five script files
 * (docs/decisions/0022): the app's own, one that pages of several families share, one of the page's family, the page's,
 * and its texts.
 */
function fileOf(id: string, app: BrowserApp, graph: ModuleGraph): string | null {
  // A retry imports the file by itself (lazy-module.ts), so it has to export exactly what the module exports.
  if (isLazy(id, graph)) return null;
  const roots = rootsOf(id, graph);
  if (roots.includes(join(import.meta.dirname, "..", "src", app, `${app}-app.tsx`))) return app;
  const [family, ...others] = new Set(roots.flatMap((root) => familyOf(root) ?? []));
  if (roots.length < 2 || family === undefined) return null;
  if (others.length === 0) return family;
  return [family, ...others].every((each) => listFamilies.includes(each)) ? "lists" : app;
}

/** Groups for `output.codeSplitting`, measured against simpler rules in docs/decisions/0032. */
export function chunkGroups(app: BrowserApp) {
  const files = [...new Set([app, "lists", ...families.map(([name]) => name)])];
  return files.map((file, index) => ({
    debugName: file,
    name: (id: string, graph: ModuleGraph) => (fileOf(id, app, graph) === file ? file : null),
    priority: files.length - index,
  }));
}
