import type { Import } from "#imports.ts";
import type { Problem } from "#source-files.ts";
import { type Code, type CodeRule, checkImports, checkLines } from "./code-rule.ts";

const apps = ["customer", "manager"];
/** Folders of `web/src` from the lowest to the highest layer. `ui` and `shared` may import each other. */
const layers: readonly (readonly string[])[] = [["locales"], ["shared", "ui"], apps, ["server-rendering"]];

const folderOf = (file: string): string => file.split("/")[2] ?? "";
const layerOf = (file: string): number => layers.findIndex((folders) => folders.includes(folderOf(file)));

const productCode = (code: readonly Code[]): Code[] =>
  code.filter((file) => file.path.startsWith("web/src/") && !file.test);

/** Apps never import each other, and lower layers never import higher ones. */
export const webLayers: CodeRule = (code) =>
  checkImports(productCode(code), (file, { target }) => {
    if (target.kind !== "file" || target.workspace !== "web") return null;
    const [from, to] = [folderOf(file.path), folderOf(target.path)];
    if (layerOf(target.path) > layerOf(file.path)) return `${from} may not import ${to}`;
    return from !== to && apps.includes(from) && apps.includes(to)
      ? `${from} may not import ${to}: move what both apps need to shared or ui`
      : null;
  });

/** The folder of a page or a subject inside its app; null for files of the app itself and its shared code. */
function subjectOf(file: string): string | null {
  const [, , app = "", subject, inside] = file.split("/");
  return apps.includes(app) && inside !== undefined && subject !== "shared" ? `${app}/${subject}` : null;
}

/**
 * Pages and subjects import each other through their index. Only an app's entry, its map of pages, and the server
 * rendering may import screens directly.
 */
export const webIndexes: CodeRule = (code) =>
  checkImports(productCode(code), (file, { target }) => {
    if (target.kind !== "file" || target.workspace !== "web" || target.path.endsWith("/index.ts"))
      return null;
    const subject = subjectOf(target.path);
    if (subject === null || subject === subjectOf(file.path)) return null;
    const importsPages =
      /(-app|[-/]pages)\.tsx$/.test(file.path) || folderOf(file.path) === "server-rendering";
    return importsPages && target.path.endsWith("-screen.tsx")
      ? null
      : `import ${subject} through its index.ts`;
  });

const networkAccess = /(^|[^\w.])fetch\(|\bnew (XMLHttpRequest|EventSource|WebSocket)\b|\bsendBeacon\(/;
const networkFolders = /^web\/src\/shared\/(api|live)\//;

/** Refuses use of the network outside `shared/api` and `shared/live`, and fetching of data in `ui`. */
export const fetchRules: CodeRule = (code): Problem[] => [
  ...productCode(code)
    .filter((file) => !networkFolders.test(file.path))
    .flatMap((file) => checkLines(file, networkAccess, "only shared/api and shared/live use the network")),
  ...checkImports(productCode(code), (file, { target, typeOnly }) => {
    if (folderOf(file.path) !== "ui" || typeOnly) return null;
    const fetches =
      (target.kind === "package" && target.name === "@tanstack/react-query") ||
      (target.kind === "file" && networkFolders.test(target.path));
    return fetches ? "ui never fetches" : null;
  }),
];

const schemaLibrary = "typebox";

/**
 * Refuses imports that load the schema library in the browser, which is too large for it: of the library, and of modules
 * of the contract that load it. Types may be imported from every module.
 */
export const schemaRules: CodeRule = (code) => {
  const modules = new Map(code.map((file) => [file.path, file]));
  const known = new Map<string, boolean>();
  const loads = ({ target }: Import): boolean => {
    if (target.kind === "package") return target.name === schemaLibrary;
    return target.kind === "file" && target.workspace === "contract" && loadsSchemas(target.path);
  };
  const loadsSchemas = (path: string): boolean => {
    const value = known.get(path) ?? modules.get(path)?.imports.some((each) => !each.typeOnly && loads(each));
    known.set(path, value ?? false);
    return value ?? false;
  };
  const browserCode = code.filter((file) => file.workspace === "web" && !file.test);
  return checkImports(browserCode, (_file, each) =>
    !each.typeOnly && loads(each)
      ? "loads the schema library: use import type, or move plain constants to a module of the contract without schemas"
      : null,
  );
};
