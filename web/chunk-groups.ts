import { join } from "node:path";

interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] } | null;
}

const entryOf = (app: "customer" | "manager"): string => join(import.meta.dirname, "src", `${app}.tsx`);
const isScreen = (id: string): boolean => id.endsWith("-screen.tsx");
const isManagersScreen = (id: string): boolean => /manager.*-screen\.tsx$/.test(id);

const isImportedLazily = (id: string, graph: ModuleGraph): boolean =>
  (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;

/** The modules that import this one, directly or not: without `import()`, or also with it. */
function importersOf(id: string, graph: ModuleGraph, { lazily }: { lazily: boolean }): string[] {
  const found = new Set<string>();
  const visit = (each: string): void => {
    if (found.has(each)) return;
    found.add(each);
    const info = graph.getModuleInfo(each);
    for (const importer of info?.importers ?? []) visit(importer);
    if (lazily) for (const importer of info?.dynamicImporters ?? []) visit(importer);
  };
  visit(id);
  return [...found];
}

/**
 * The file that a module is put into; null leaves it to the bundler. A first view needs few files, as each takes one of
 * the six connections of HTTP/1.1, and each compresses as a whole:
 * `base` is what the entries of both apps load at once; `manager` joins the manager's entry; `common` is what else both
 * apps use; `customer-screens` and `manager-screens` are what several screens of one app share.
 */
function chunkOf(id: string, graph: ModuleGraph): string | null {
  // A retry imports the file by itself (see import-again.ts), so it has to export what the module does, and nothing else.
  if (isImportedLazily(id, graph)) return null;
  const importers = importersOf(id, graph, { lazily: false });
  const screens = importers.filter(isScreen);
  const reached = importersOf(id, graph, { lazily: true });
  const apps = (["customer", "manager"] as const).filter((app) => reached.includes(entryOf(app)));
  const loadedAtOnceBy = apps.filter((app) => importers.includes(entryOf(app)));
  if (loadedAtOnceBy.length === 2 || /locales.\w+.shared\.ts$/.test(id)) return "base";
  const isManagersAlone = apps.length === 1 && apps[0] === "manager";
  // What the login page shares comes with the entry, too: the file of the other screens is not for it to wait for.
  const isWithLogin = screens.length > 1 && screens.some((each) => each.endsWith("login-screen.tsx"));
  if (isManagersAlone && (loadedAtOnceBy.length > 0 || isWithLogin)) return "manager";
  if (apps.length === 1) return screens.length > 1 ? `${apps[0]}-screens` : null;
  return loadedAtOnceBy.includes("manager") || screens.some(isManagersScreen) ? "common" : null;
}

const chunks = ["base", "common", "manager", "customer-screens", "manager-screens"];

/** As the bundler takes them: what others import is put aside first. */
export const chunkGroups = chunks.map((chunk, index) => ({
  debugName: chunk,
  name: (id: string, graph: ModuleGraph) => (chunkOf(id, graph) === chunk ? chunk : null),
  priority: chunks.length - index,
}));
