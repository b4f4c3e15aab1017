import { join } from "node:path";

/**
 * The browser apps. Each app is a separate build: in one common build, code that both apps use would move to separate
 * files, and every page would load additional files.
 */
export const browserApps = ["customer", "manager"] as const;
export type BrowserApp = (typeof browserApps)[number];

interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] } | null;
}

const isLazy = (id: string, graph: ModuleGraph): boolean =>
  (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;

/**
 * Returns the roots of a module: the app's entry and the lazily loaded modules that import it statically, directly or
 * through other modules.
 */
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

/**
 * Families of pages that share much code, by the file names of their lazily loaded modules. The first match applies.
 */
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
/**
 * Managers open pages of these families one after another, so code that several of these families share is bundled into
 * one file, `lists`.
 */
const listFamilies = ["lists", "cash", "alerts", "details", "account", "notifications"];

const familyOf = (id: string): string | undefined => families.find(([, modules]) => modules.test(id))?.[0];

/**
 * Returns the name of the output file for a module of an app; null lets the bundler decide. Code that several families
 * share is in the app's file, unless all of them are `listFamilies`. The first view of a page may load at most five
 * script files (docs/decisions/0022): those of the app, of several families, of the page's family, of the page, and of
 * its texts.
 */
function fileOf(id: string, app: BrowserApp, graph: ModuleGraph): string | null {
  // lazy-module.ts retries a failed import with the file's URL, so a lazily loaded module needs its own file, with the
  // module's exports.
  if (isLazy(id, graph)) return null;
  const roots = rootsOf(id, graph);
  if (roots.includes(join(import.meta.dirname, "..", "src", app, `${app}-app.tsx`))) return app;
  const [family, ...others] = new Set(roots.flatMap((root) => familyOf(root) ?? []));
  // The bundler adds a module with a single root to the file of that root.
  if (roots.length < 2 || family === undefined) return null;
  if (others.length === 0) return family;
  return [family, ...others].every((each) => listFamilies.includes(each)) ? "lists" : app;
}

/** Returns the groups for `output.codeSplitting`. docs/decisions/0032 compares them with simpler rules. */
export function chunkGroups(app: BrowserApp) {
  const files = [...new Set([app, "lists", ...families.map(([name]) => name)])];
  return files.map((file, index) => ({
    debugName: file,
    name: (id: string, graph: ModuleGraph) => (fileOf(id, app, graph) === file ? file : null),
    priority: files.length - index,
  }));
}
