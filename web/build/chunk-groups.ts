import { join } from "node:path";

/** The browser apps; each is a build of its own, so that no page has to fetch a file that it shares with the other app. */
export const browserApps = ["customer", "manager"] as const;
export type BrowserApp = (typeof browserApps)[number];

interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] } | null;
}

const isScreen = (id: string): boolean => id.endsWith("-screen.tsx");

const isImportedLazily = (id: string, graph: ModuleGraph): boolean =>
  (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;

/** The modules whose file needs this one at once: entries, and what is imported lazily. */
function rootsOf(id: string, graph: ModuleGraph): string[] {
  const found = new Set<string>();
  const visit = (each: string): void => {
    if (found.has(each)) return;
    found.add(each);
    for (const importer of graph.getModuleInfo(each)?.importers ?? []) visit(importer);
  };
  visit(id);
  return [...found].filter(
    (each) => isImportedLazily(each, graph) || (graph.getModuleInfo(each)?.importers.length ?? 0) === 0,
  );
}

/** Pages that share more with each other than with the rest; what draws a chart comes with the page of charts. */
const families: readonly (readonly [name: string, file: RegExp])[] = [
  ["login", /\/login-screen\.tsx$/],
  ["charts", /\/(data-chart-screen|chart-card)\.tsx$/],
  ["lists", /\/(device|device-list|orders|feedback)-screen\.tsx$/],
  ["cash", /\/cash-screen\.tsx$/],
  ["notifications", /\/notifications-screen\.tsx$/],
  ["alerts", /\/(alerts-screen|alert-section)\.tsx$/],
  ["details", /\/details-screen\.tsx$/],
  ["account", /\/user-screen\.tsx$/],
  ["places", /\/(outlet|location-\w+)-screen\.tsx$/],
];
/** They are as good as always opened after one another, so that what any of them shares is one file. */
const listFamilies = ["lists", "cash", "alerts", "details", "account", "notifications"];

const familyOf = (id: string): string => families.find(([, file]) => file.test(id))?.[0] ?? "screens";

/**
 * The file that a module of an app is put into; null leaves it to the bundler. A first view needs few files, as each
 * takes one of the six connections of HTTP/1.1, and each compresses as a whole: the app's own file is what every page
 * loads or what pages of several families share, and a family's is what its pages share with each other or with their
 * late parts.
 */
function chunkOf(id: string, app: BrowserApp, graph: ModuleGraph): string | null {
  // A retry imports the file by itself (see import-again.ts), so it has to export what the module does, and nothing else.
  if (isImportedLazily(id, graph)) return null;
  const roots = rootsOf(id, graph);
  if (roots.includes(join(import.meta.dirname, "..", "src", app, `${app}-app.tsx`))) return app;
  const opened = [
    ...new Set(roots.filter((each) => isScreen(each) || familyOf(each) !== "screens").map(familyOf)),
  ];
  if (roots.length < 2 || opened.length === 0) return null;
  if (opened.length === 1) return opened[0] ?? null;
  return opened.every((family) => listFamilies.includes(family)) ? "lists" : app;
}

export function chunkGroups(app: BrowserApp) {
  const chunks = [app, "lists", ...families.map(([name]) => name), "screens"];
  return [...new Set(chunks)].map((chunk, index) => ({
    debugName: chunk,
    name: (id: string, graph: ModuleGraph) => (chunkOf(id, app, graph) === chunk ? chunk : null),
    priority: chunks.length - index,
  }));
}
