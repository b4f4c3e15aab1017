import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { checkWebBundle } from "./check-web-bundle.ts";
import { checkDocuments } from "./documents.ts";
import { checkCodeRules } from "./code-rules/check-code-rules.ts";
import {
  duplicateIds,
  coverageOf,
  readRequirements,
  requirementsPath,
  unknownIds,
  uncovered,
  withCoverage,
} from "./requirements.ts";
import { missingTests, securityPath } from "./named-tests.ts";
import { type Problem, readCode, repositoryRoot } from "./source-files.ts";
import { readAllTestTitles } from "./test-titles.ts";

/** Returns one line for each problem. */
type Check = () => Promise<string[]> | string[];

const checks: readonly [name: string, check: Check][] = [
  ["format", () => runTool("@biomejs/biome/bin/biome", ["format"], "npm run format -- <paths>")],
  // Each checker of a project resolves its common types again, so more checkers than cores only take more time.
  ["types", () => runTool("typescript/bin/tsc", ["-b", "--builders", "1", "--checkers", "2"])],
  ["lint", () => runTool("oxlint/bin/oxlint", ["--type-aware", "--deny-warnings", "--quiet"])],
  ["unused code", () => runTool("knip/bin/knip.js", ["--no-progress"])],
  ["code rules", () => checkCodeRules(readCode(repositoryRoot)).map(formatProblem)],
  ["documents", () => checkDocuments(repositoryRoot).map(formatProblem)],
  ["requirements", checkRequirements],
  ["bundles", checkBundles],
];

/** Runs every check, also after one has failed, and reports the result of each. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const [name, check] of checks) {
    const startMs = Date.now();
    const problems = await check();
    const seconds = ((Date.now() - startMs) / 1000).toFixed(1);
    console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
    for (const problem of problems) console.log(`  ${problem}`);
    if (problems.length > 0) failed += 1;
  }
  return { passed: checks.length - failed, failed };
}

function formatProblem({ path: file, line, message }: Problem): string {
  return `${file}:${line} ${message}`;
}

/**
 * Runs a tool of node_modules. Returns an empty list if the tool succeeds, otherwise its output and `correction`, the
 * command that corrects what the tool reports.
 */
async function runTool(bin: string, args: readonly string[], correction?: string): Promise<string[]> {
  const file = path.join(repositoryRoot, "node_modules", bin);
  const child = spawn(process.execPath, [file, ...args], {
    cwd: repositoryRoot,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (exitCode === 0) return [];
  return [
    ...Buffer.concat(output).toString("utf8").trimEnd().split("\n"),
    `the tool ended with exit code ${exitCode}`,
    ...(correction === undefined ? [] : [`to correct it: ${correction}`]),
  ];
}

function checkRequirements(): string[] {
  const markdown = readFileSync(path.join(repositoryRoot, requirementsPath), "utf8");
  const requirements = readRequirements(markdown);
  const titles = readAllTestTitles(repositoryRoot);
  const coverage = coverageOf(requirements, titles);
  const problems = [...duplicateIds(markdown), ...unknownIds(requirements, titles)].map(formatProblem);
  const security = readFileSync(path.join(repositoryRoot, securityPath), "utf8");
  problems.push(...missingTests({ path: securityPath, text: security }, titles).map(formatProblem));
  problems.push(
    ...uncovered(coverage).map(
      ({ id, what }) => `${id} has no test: begin a test's title with [${id}]: ${what}`,
    ),
  );
  if (withCoverage(markdown, coverage) !== markdown) {
    problems.push(`${requirementsPath} is out of date: npm run requirements -- --write`);
  }
  return problems;
}

function checkBundles(): string[] {
  const { lines, problems } = checkWebBundle(repositoryRoot);
  for (const line of lines) console.log(`       ${line}`);
  return problems;
}

if (import.meta.main) {
  const { failed } = await runChecks();
  process.exitCode = failed === 0 ? 0 : 1;
}
