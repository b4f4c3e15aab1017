import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { type Problem, type SourceFile, lineAt, readSourceFiles, workspaces } from "./source-files.ts";

const heads = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];
/** The test files that this document names are generated, and a separate check compares them with the tests. */
const generated = "docs/requirements.md";
/** A decision may name files that no longer exist, because its content does not change after its date. */
const dated = "docs/decisions/";

/** Checks that the documents exist, name only existing files and scripts, and list the settings of the server. */
export function checkDocuments(root: string): Problem[] {
  const documents: SourceFile[] = heads
    .filter((file) => existsSync(path.join(root, file)))
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), "utf8") }));
  documents.push(...readSourceFiles(root, "docs", /\.md$/));
  const scripts = scriptsOf(root);
  const exists = (file: string): boolean => existsSync(path.join(root, file));
  const problems = documents
    .filter((each) => each.path !== generated && !each.path.startsWith(dated))
    .flatMap((each) => [...missingPaths(each, exists), ...unknownScripts(each, scripts)]);
  const missing = heads.filter((file) => !exists(file));
  problems.push(...missing.map((file) => ({ path: file, line: 1, message: "is missing" })));
  return [...problems, ...checkSettings(root)];
}

function scriptsOf(root: string): ReadonlySet<string> {
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  return new Set(Object.keys(manifest.scripts));
}

/** Paths that are written relative to the repository's root. */
const rooted = new RegExp(
  `(?<![\\w./@:-])((?:${[...workspaces, "docs", ".ci"].join("|")})/[\\w./-]*[\\w/])`,
  "g",
);
/** Targets of Markdown links to other files. */
const linked = /\]\((?!https?:|#|mailto:)([^)#\s]+)/g;

/** Finds references to files and folders that do not exist. `<name>` and `*` in a path are placeholders. */
export function missingPaths(document: SourceFile, exists: (file: string) => boolean): Problem[] {
  const missing = (file: string, offset: number): Problem[] =>
    exists(file)
      ? []
      : [{ path: document.path, line: lineAt(document.text, offset), message: `there is no ${file}` }];
  const named = [...document.text.matchAll(rooted)].flatMap((match) => {
    const placeholder = document.text.slice(match.index + match[0].length).match(/^[-.]?[<*{]/);
    // The part before a placeholder must exist, such as `server/src/features/` of `server/src/features/<name>/`.
    const file = match[1] ?? "";
    return missing(placeholder ? file.slice(0, file.lastIndexOf("/") + 1) : file, match.index);
  });
  const folder = path.posix.dirname(document.path);
  const links = [...document.text.matchAll(linked)].flatMap((match) =>
    missing(path.posix.join(folder, match[1] ?? ""), match.index),
  );
  return [...named, ...links];
}

/** Finds `npm run X`, `npm start`, and `npm test` without a script in package.json. */
export function unknownScripts(document: SourceFile, scripts: ReadonlySet<string>): Problem[] {
  return [...document.text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].flatMap((match) => {
    const script = match[1] ?? match[2] ?? "";
    if (scripts.has(script)) return [];
    return [
      {
        path: document.path,
        line: lineAt(document.text, match.index),
        message: `package.json has no script ${script}`,
      },
    ];
  });
}

const settingsPage = "docs/operating.md";

/** Compares the settings that the server reads with the settings page. */
function checkSettings(root: string): Problem[] {
  const configuration = path.join(root, "server", "src", "platform", "config");
  if (!existsSync(configuration)) return [];
  const code = readdirSync(configuration)
    .filter((file) => /^config(-[\w-]+)?\.ts$/.test(file))
    .map((file) => readFileSync(path.join(configuration, file), "utf8"));
  if (code.length === 0) return [];
  const page = path.join(root, settingsPage);
  const text = existsSync(page) ? readFileSync(page, "utf8") : "";
  return settingsProblems(code.join("\n"), text);
}

/**
 * Finds settings that the code reads but the page does not list, and settings that the page lists but the code does not
 * read.
 */
export function settingsProblems(configuration: string, page: string): Problem[] {
  const withoutComments = configuration.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "");
  const read = new Set(
    [
      ...withoutComments.matchAll(/(?:["'`]|\benv\.|\benv\??\.?\[["'])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)\b/g),
    ].map((match) => match[1] ?? ""),
  );
  const rows = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]*)` \|/gm)].map((match) => match[1] ?? "");
  const listed = new Set(rows);
  const unlisted = [...read].filter((name) => name.length > 2 && !listed.has(name));
  const unread = rows.filter((name) => !read.has(name));
  return [
    ...boundProblems(withoutComments, page),
    ...unlisted.map((name) => ({ path: settingsPage, line: 1, message: `the setting ${name} has no row` })),
    ...unread.map((name) => ({ path: settingsPage, line: 1, message: `nothing reads the setting ${name}` })),
  ];
}

/** Finds rows of numeric settings that do not end with the bounds in the code: `(1 to 600)`, or `(at least 1)`. */
function boundProblems(configuration: string, page: string): Problem[] {
  const integer = /\binteger\(\s*"(\w+)",\s*[\w.]+,\s*([\d_]+)(?:,\s*([\d_]+))?,?\s*\)/g;
  return [...configuration.matchAll(integer)].flatMap(([, name = "", min = "", max]) => {
    const plain = (digits: string): string => digits.replaceAll("_", "");
    const bounds = max === undefined ? `(at least ${plain(min)})` : `(${plain(min)} to ${plain(max)})`;
    const line = page.split("\n").findIndex((row) => row.startsWith(`| \`${name}\` |`));
    if (line === -1 || page.split("\n")[line]?.endsWith(`${bounds} |`)) return [];
    return [{ path: settingsPage, line: line + 1, message: `the row of ${name} must end with ${bounds}` }];
  });
}
