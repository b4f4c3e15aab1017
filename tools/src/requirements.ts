import path from "node:path/posix";
import type { Problem } from "./source-files.ts";
import type { TestTitle } from "./test-titles.ts";

export const requirementsPath = "docs/requirements.md";

export interface Requirement {
  readonly id: string;
  /** Description of the requirement. */
  readonly what: string;
  /** Why no test is required yet, as `later (issue 3)`; null for a requirement that needs a test. */
  readonly later: string | null;
}

/** A row of the table: ID, description, and the test files or the reason without a test. */
const row = /^\| ([A-Z][A-Z0-9]*-\d+) \| (.+?) \| (.*?)\s*\|$/;

export function readRequirements(markdown: string): Requirement[] {
  return markdown.split("\n").flatMap((line) => {
    const [, id, what, entry = ""] = row.exec(line) ?? [];
    return id && what ? [{ id, what, later: /(?:^|; )(later \(.*\))$/.exec(entry)?.[1] ?? null }] : [];
  });
}

/** Finds rows with the ID of an earlier row, because the tests of an ID would be listed in both rows. */
export function duplicateIds(markdown: string): Problem[] {
  const lines = new Map<string, number>();
  return markdown.split("\n").flatMap((text, index) => {
    const id = row.exec(text)?.[1];
    if (id === undefined) return [];
    const first = lines.get(id);
    if (first === undefined) lines.set(id, index + 1);
    return first === undefined
      ? []
      : [{ path: requirementsPath, line: index + 1, message: `${id} already has a row in line ${first}` }];
  });
}

export interface RequirementCoverage extends Requirement {
  readonly tests: readonly TestTitle[];
}

export function coverageOf(
  requirements: readonly Requirement[],
  titles: readonly TestTitle[],
): RequirementCoverage[] {
  return requirements.map((each) => ({
    ...each,
    tests: titles.filter((title) => title.ids.includes(each.id)),
  }));
}

/** Returns the requirements that need a test and have none. */
export function uncovered(coverage: readonly RequirementCoverage[]): RequirementCoverage[] {
  return coverage.filter((each) => each.later === null && each.tests.length === 0);
}

/** Finds IDs in test titles that no requirement has, for example because of a typing error. */
export function unknownIds(requirements: readonly Requirement[], titles: readonly TestTitle[]): Problem[] {
  const known = new Set(requirements.map((each) => each.id));
  return titles.flatMap(({ path, line, ids }) =>
    ids
      .filter((id) => !known.has(id))
      .map((id) => ({
        path,
        line,
        message: `${id} is not an ID of ${requirementsPath}: correct it, or add a row`,
      })),
  );
}

/** Returns the document with the names of the test files in the row of each ID. */
export function withCoverage(markdown: string, coverage: readonly RequirementCoverage[]): string {
  const byId = new Map(coverage.map((each) => [each.id, each]));
  return markdown.replaceAll(new RegExp(row.source, "gm"), (line, id: string, what: string) => {
    const entry = byId.get(id);
    if (!entry) return line;
    const files = [...new Set(entry.tests.map((test) => path.basename(test.path)))].sort();
    const shown = files.map((file) => `\`${file}\``).join(", ");
    return `| ${id} | ${what} | ${[shown, entry.later].filter(Boolean).join("; ") || "nothing yet"} |`;
  });
}
