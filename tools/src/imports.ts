import path from "node:path/posix";
import { parseSync } from "oxc-parser";
import { type SourceFile, type Workspace, lineAt, workspaces } from "./source-files.ts";

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** Whether the import is removed when types are stripped, so that it loads nothing at run time. */
  readonly typeOnly: boolean;
  /** Whether this is an `export * from`. */
  readonly exportsAll: boolean;
  readonly target: ImportTarget;
}

export type ImportTarget =
  | { readonly kind: "file"; readonly path: string; readonly workspace: Workspace }
  | { readonly kind: "package"; readonly name: string }
  | { readonly kind: "builtin" };

/**
 * Returns the imports and re-exports of a TypeScript or JavaScript file; an empty list for other files. Dynamic imports
 * are included if their specifier is a literal.
 * @throws Error if the file has a syntax error
 */
export function readImports(file: SourceFile): Import[] {
  if (!/\.(ts|tsx|mjs)$/.test(file.path)) return [];
  const { module, errors } = parseSync(file.path, file.text);
  if (errors[0]) throw new Error(`${file.path}: ${errors[0].message}`);
  const found: Import[] = [];
  const add = (specifier: string, offset: number, typeOnly: boolean, exportsAll = false): void => {
    const target = resolveImport(file.path, specifier);
    found.push({ specifier, line: lineAt(file.text, offset), typeOnly, exportsAll, target });
  };
  for (const each of module.staticImports) {
    add(each.moduleRequest.value, each.start, isTypeStatement(file.text, each.start));
  }
  for (const each of module.staticExports) {
    const from = each.entries[0]?.moduleRequest;
    if (!from) continue;
    const everything = each.entries.some((entry) => entry.importName.kind.startsWith("All"));
    add(from.value, each.start, isTypeStatement(file.text, each.start), everything);
  }
  for (const each of module.dynamicImports) {
    const written = file.text.slice(each.moduleRequest.start, each.moduleRequest.end);
    const literal = /^(["'`])([^"'`$]+)\1$/.exec(written)?.[2];
    if (literal) add(literal, each.start, false);
  }
  return found;
}

/**
 * Whether the statement is an `import type` or `export type`. An import whose braces contain types only still loads the
 * module.
 */
const isTypeStatement = (text: string, start: number): boolean =>
  /^(import|export)\s+type\b/.test(text.slice(start, start + 20));

/** @throws Error if the file is in no workspace */
export function workspaceOf(file: string): Workspace {
  const found = workspaces.find((each) => file.startsWith(`${each}/`));
  if (!found) throw new Error(`${file} is in no workspace`);
  return found;
}

function resolveImport(from: string, specifier: string): ImportTarget {
  const inFile = (file: string): ImportTarget => ({ kind: "file", path: file, workspace: workspaceOf(file) });
  const own = workspaceOf(from);
  if (specifier.startsWith(".")) {
    const joined = path.join(path.dirname(from), specifier);
    // No rule applies to files outside the workspaces, so they are treated like built-in modules.
    return workspaces.some((each) => joined.startsWith(`${each}/`)) ? inFile(joined) : { kind: "builtin" };
  }
  if (specifier.startsWith("#test/")) return inFile(`${own}/${specifier.slice(1)}`);
  if (specifier.startsWith("#")) return inFile(`${own}/src/${specifier.slice(1)}`);
  const [, workspace, inside] = /^@reposo\/([a-z0-9]+)\/(.+)$/.exec(specifier) ?? [];
  const known = workspaces.find((each) => each === workspace);
  if (known && inside)
    return inFile(inside.startsWith("test/") ? `${known}/${inside}` : `${known}/src/${inside}`);
  if (specifier.startsWith("node:")) return { kind: "builtin" };
  const name = /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
  return { kind: "package", name };
}
