import path from "node:path/posix";
import { lineAt, type Problem, type SourceFile } from "./source-files.ts";
import type { TestTitle } from "./test-titles.ts";

/** The document that names the tests of each security requirement. */
export const securityPath = "docs/security.md";

const named = /`([\w.-]+\.test\.tsx?)`/g;

/** Finds names of test files that do not exist. */
export function missingTests(document: SourceFile, titles: readonly TestTitle[]): Problem[] {
  const files = new Set(titles.map((one) => path.basename(one.path)));
  return [...document.text.matchAll(named)].flatMap(({ index, 1: file = "" }) =>
    files.has(file)
      ? []
      : [
          {
            path: document.path,
            line: lineAt(document.text, index),
            message: `there is no test file ${file}`,
          },
        ],
  );
}
