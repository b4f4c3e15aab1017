import { lineAt, type Workspace } from "#source-files.ts";
import { type CodeRule, checkImports } from "./code-rule.ts";

const mayImport: Record<Workspace, readonly Workspace[]> = {
  contract: [],
  server: ["contract"],
  web: ["contract"],
  chair: ["contract"],
  e2e: ["contract", "server", "chair"],
  bench: ["contract", "server", "chair", "tools"],
  tools: [],
};

/**
 * Refuses imports of another workspace that `mayImport` does not list. The contract may import only its schema library.
 */
export const packageRules: CodeRule = (code) =>
  checkImports(code, (file, { target }) => {
    if (target.kind === "file") {
      const allowed = [file.workspace, ...mayImport[file.workspace]];
      // The server's tests use the virtual chair in place of a real one.
      if (file.workspace === "server" && file.test) allowed.push("chair");
      if (allowed.includes(target.workspace)) return null;
      return `${file.workspace} may not import ${target.workspace}`;
    }
    if (file.workspace !== "contract" || file.test) return null;
    if (target.kind === "package" && target.name === "typebox") return null;
    return "the contract imports its schema library and nothing else";
  });

/** Imports use `./` inside a folder and `#…` across folders. */
export const pathRules: CodeRule = (code) =>
  checkImports(code, (_file, { specifier }) =>
    /(^|\/)\.\.(\/|$)/.test(specifier) ? "write #… instead of ../" : null,
  );

/** Refuses `export *`. */
export const barrelRules: CodeRule = (code) =>
  checkImports(code, (_file, each) => (each.exportsAll ? "name what is exported instead of export *" : null));

/** A statement that re-exports named exports of another file. */
const reExport = /export\s+(type\s+)?\{[^}]*\}\s*from\s*"[^"]+";?/g;

/** The index of a feature or page is its public API and contains no logic. */
export const indexRules: CodeRule = (code) =>
  code.flatMap((file) => {
    if (!/^(server|web)\/src\/.*\/index\.tsx?$/.test(file.path)) return [];
    // Replacing each statement by spaces preserves the line numbers.
    const rest = file.text.replaceAll(reExport, (statement) => statement.replaceAll(/\S/g, " "));
    const offset = rest.search(/\S/);
    if (offset < 0) return [];
    const message = "an index.ts only re-exports: move the rest into a file named after it";
    return [{ path: file.path, line: lineAt(file.text, offset), message }];
  });
