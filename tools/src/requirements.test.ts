import { describe, expect, it } from "vitest";
import {
  duplicateIds,
  coverageOf,
  readRequirements,
  unknownIds,
  uncovered,
  withCoverage,
} from "./requirements.ts";
import { readTestTitles } from "./test-titles.ts";

// The IDs are concatenated, because the check reads this file too and would treat literal IDs as tests of requirements.
const mark = (...ids: string[]) => `[${ids.join(", ")}]`;

const markdown = [
  "| id | in a line | proved in |",
  "|---|---|---|",
  "| AAA-1 | a thing | |",
  "| AAA-2 | another | `old.test.ts` |",
  "| BBB-1 | a third | later (issue 9) |",
  "",
].join("\n");

const source = `
  import { it, describe } from "vitest";
  const notATitle = "${mark("AAA-2")}";
  describe("outer ${mark("BBB-1")}", () => {
    it("${mark("AAA-1")} does", () => { expect("${mark("AAA-2")}"); });
    it.each([1, 2])(\`${mark("AAA-1", "ZZZ-7")} with \${1}\`, () => {});
  });
`;

const titles = readTestTitles({ path: "chair/src/x.test.ts", text: source });

describe("requirements", () => {
  it("reads one or several IDs from titles, including template literals, and from no other strings", () => {
    expect(titles.map((each) => [each.line, each.ids])).toEqual([
      [4, ["BBB-1"]],
      [5, ["AAA-1"]],
      [6, ["AAA-1", "ZZZ-7"]],
    ]);
  });

  it("lists requirements without a test, but not planned ones", () => {
    const coverage = coverageOf(readRequirements(markdown), titles);
    expect(uncovered(coverage).map((each) => each.id)).toEqual(["AAA-2"]);
    expect(coverage.map((each) => each.later)).toEqual([null, null, "later (issue 9)"]);
  });

  it("refuses an ID that no requirement has", () => {
    expect(unknownIds(readRequirements(markdown), titles)).toEqual([
      {
        path: "chair/src/x.test.ts",
        line: 6,
        message: "ZZZ-7 is not an ID of docs/requirements.md: correct it, or add a row",
      },
    ]);
  });

  it("refuses a second row with the same ID", () => {
    expect(duplicateIds(markdown)).toEqual([]);
    expect(duplicateIds(`${markdown}| AAA-2 | the same again | |\n`)).toEqual([
      { path: "docs/requirements.md", line: 6, message: "AAA-2 already has a row in line 4" },
    ]);
  });

  it("writes the test files with each ID, idempotently", () => {
    const once = withCoverage(markdown, coverageOf(readRequirements(markdown), titles));
    expect(once).toContain("| AAA-1 | a thing | `x.test.ts` |");
    expect(once).toContain("| AAA-2 | another | nothing yet |");
    expect(once).toContain("| BBB-1 | a third | `x.test.ts`; later (issue 9) |");
    expect(withCoverage(once, coverageOf(readRequirements(once), titles))).toBe(once);
  });
});
