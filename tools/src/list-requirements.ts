import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  duplicateIds,
  type RequirementCoverage,
  coverageOf,
  readRequirements,
  requirementsPath,
  unknownIds,
  uncovered,
  withCoverage,
} from "./requirements.ts";
import { repositoryRoot } from "./source-files.ts";
import { readAllTestTitles } from "./test-titles.ts";

const { values } = parseArgs({ options: { write: { type: "boolean" } } });

const file = path.join(repositoryRoot, requirementsPath);
const markdown = readFileSync(file, "utf8");
const requirements = readRequirements(markdown);
const titles = readAllTestTitles(repositoryRoot);
const coverage = coverageOf(requirements, titles);

for (const entry of coverage) console.log(describe(entry));
const missing = uncovered(coverage);
const problems = [...duplicateIds(markdown), ...unknownIds(requirements, titles)];
for (const each of problems) console.log(`${each.path}:${each.line} ${each.message}`);
const later = coverage.filter((each) => each.later !== null).length;
console.log(`${coverage.length} IDs, ${later} of them planned for later; ${missing.length} without a test`);
if (missing.length > 0) console.log(`without a test: ${missing.map((each) => each.id).join(" ")}`);
if (values.write) writeFileSync(file, withCoverage(markdown, coverage));
if (problems.length > 0) process.exitCode = 1;

function describe({ id, what, later: deferred, tests }: RequirementCoverage): string {
  const lines = tests.map((test) => `    ${test.path}:${test.line} ${test.title}`);
  return [`${id}  ${what}${deferred ? `  [${deferred}]` : ""}`, ...lines].join("\n");
}
