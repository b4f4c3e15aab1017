import path from "node:path/posix";
import { lineAt, type Problem, type SourceFile } from "./source-files.ts";
import type { TestTitle } from "./test-titles.ts";

/** The document that names the tests of each security requirement. */
export const securityPath = "docs/security.md";

/** A test file, optionally followed by a part of one of its titles in quotes. */
const named = /`([\w.-]+\.test\.ts)`(?: "([^"]+)")?/g;

/** Finds names of test files that do not exist, and titles that no test of the named file has. */
export function missingTests(document: SourceFile, titles: readonly TestTitle[]): Problem[] {
  return [...document.text.matchAll(named)].flatMap(({ index, 1: file = "", 2: title }) => {
    const ofFile = titles.filter((one) => path.basename(one.path) === file);
    const problem = (message: string): Problem[] => [
      { path: document.path, line: lineAt(document.text, index), message },
    ];
    if (ofFile.length === 0) return problem(`there is no test file ${file}`);
    if (title === undefined || ofFile.some((one) => one.title.includes(title))) return [];
    return problem(`${file} has no test "${title}"`);
  });
}
