import { describe, expect, it } from "vitest";
import { missingPaths, settingsProblems, unknownScripts } from "./documents.ts";

const there = new Set(["server/src/app.ts", "server/src/features/", "docs/operating.md", "chair/src/"]);
const exists = (file: string) => there.has(file);

describe("documents", () => {
  it("reports references to missing files with their line", () => {
    const text = [
      "The wires are drawn in `server/src/app.ts`, see [how to run it](operating.md).",
      "    server/src/features/<name>/   one folder each, chair/src/*.ts too",
      "Gone: `server/src/old.ts`, [a page](lost.md); not ours: https://example.org/web/x.ts @reposo/chair/a.ts",
    ].join("\n");
    const found = missingPaths({ path: "docs/map.md", text }, exists);
    expect(found.map(({ line, message }) => `${line} ${message}`)).toEqual([
      "3 there is no server/src/old.ts",
      "3 there is no docs/lost.md",
    ]);
  });

  it("reports npm scripts that package.json does not contain", () => {
    const text = "npm start, then npm run reposo -- migrate\nand npm run polish, after npm ci";
    const found = unknownScripts({ path: "README.md", text }, new Set(["start", "reposo"]));
    expect(found).toEqual([{ path: "README.md", line: 2, message: "package.json has no script polish" }]);
  });

  it("compares the settings with their table, both ways", () => {
    const code = `text("HOST", "127.0.0.1"); number(env.PORT);\n  // read("OLD")\nenv["DATA_DIR"]`;
    const page = "| `HOST` | address |\n| `PORT` | port |\n| `GONE` | nothing |\n";
    expect(settingsProblems(code, page).map((problem) => problem.message)).toEqual([
      "the setting DATA_DIR has no row",
      "nothing reads the setting GONE",
    ]);
  });

  it("requires the bounds of a number in its row, as the code enforces them", () => {
    const code = `integer("TRIES", 10, 1, 1_000); integer("SECONDS", fallback.seconds, 0)`;
    const right = "| `TRIES` | 10 | attempts (1 to 1000) |\n| `SECONDS` | 5 | timeout (at least 0) |";
    const wrong = "| `TRIES` | 10 | attempts (1 to 100) |\n| `SECONDS` | 5 | timeout |";
    expect(settingsProblems(code, right)).toEqual([]);
    expect(settingsProblems(code, wrong).map((problem) => `${problem.line} ${problem.message}`)).toEqual([
      "1 the row of TRIES must end with (1 to 1000)",
      "2 the row of SECONDS must end with (at least 0)",
    ]);
  });
});
