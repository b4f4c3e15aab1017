import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { runChecks } from "./checks.ts";
import { makeRunFolder } from "./run-folder.ts";
import { repositoryRoot } from "./source-files.ts";
import {
  chromium,
  faketime,
  ffmpeg,
  headlessShell,
  mosquitto,
  nginx,
  pgBouncer,
  postgres,
  provideOptionalProgram,
  provideProgram,
} from "./system-programs.ts";
import {
  type Outcome,
  type RunReport,
  emptyOutcome,
  evaluateRun,
  evaluateSecondRun,
  filesWithFailedHooks,
} from "./test-outcome.ts";
import { unhandledErrorsFile } from "./unhandled-errors-reporter.ts";

// Time limit of all tests: generous, so that a slow machine does not fail a run, but below the 90 minutes of a CI job,
// so that the summary is printed.
const minutes = 75;

/** System programs that a suite requires. */
const programsOf: Readonly<Record<string, readonly (typeof chromium)[]>> = {
  server: [ffmpeg, mosquitto, faketime, nginx, pgBouncer, postgres],
  e2e: [chromium, ffmpeg],
};
/** System programs that a suite does not require but that make it faster. */
const optionalProgramsOf: Readonly<Record<string, readonly (typeof chromium)[]>> = { e2e: [headlessShell] };
const cores = availableParallelism();
/**
 * The suites of a sequence run one after another. Sequences run concurrently. The two long suites, `server` and `e2e`,
 * each keep two cores busy, so they do not run concurrently; the short suites mostly wait.
 */
const sequences =
  cores > 1
    ? [
        ["server", "e2e"],
        ["contract", "tools", "chair", "bench", "web"],
      ]
    : [["contract", "tools", "chair", "bench", "web", "server", "e2e"]];
/**
 * Returns the number of test workers of a suite. The server's tests wait more than those in the browser, so they have
 * one worker more than there are cores. On two cores, each further worker needed 10 to 20 % more CPU time for the same
 * tests, and saved no time.
 */
const workersOf = (folder: string): number => {
  if (cores === 1) return 1;
  if (folder === "server") return Math.min(cores + 1, 4);
  return folder === "e2e" ? Math.min(cores, 4) : 2;
};

const deadline = Date.now() + minutes * 60_000;
const runFolder = makeRunFolder();
const running = new Set<ChildProcess>();
let stopped: NodeJS.Signals | null = null;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    stopped = signal;
    for (const child of running) child.kill(signal);
  });
}

let passed = 0;
let failed = 0;
const remarks: string[] = [];
// With several cores, the checks run concurrently with the suites, which leave cores idle while they start.
if (sequences.length === 1) await check();
await Promise.all([...sequences.map(runSequence), ...(sequences.length === 1 ? [] : [check()])]);
rmSync(runFolder, { recursive: true, force: true });
if (stopped) {
  failed += 1;
  remarks.push(`stopped by ${String(stopped)}`);
}
for (const remark of remarks) console.log(remark);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function check(): Promise<void> {
  const checks = await runChecks();
  passed += checks.passed;
  failed += checks.failed;
}

async function runSequence(suites: readonly string[]): Promise<void> {
  for (const folder of suites) {
    if (stopped) return;
    const outcome = await runSuite(folder);
    passed += outcome.passed;
    failed += outcome.failed;
    remarks.push(
      ...outcome.reasons.map((reason) => `${folder}: ${reason}`),
      ...outcome.flaky.map((reason) => `${folder}: passed only at its second attempt: ${reason}`),
    );
  }
}

/** Returns environment variables with the paths of the programs of a suite. */
function providePrograms(folder: string): Record<string, string> {
  const provided: Record<string, string> = {};
  for (const program of programsOf[folder] ?? []) provided[program.setting] = provideProgram(program);
  for (const program of optionalProgramsOf[folder] ?? []) {
    const found = provideOptionalProgram(program);
    if (found !== null) provided[program.setting] = found;
  }
  return provided;
}

async function runSuite(folder: string): Promise<Outcome> {
  console.log(`\n${folder}`);
  let programs: Record<string, string>;
  try {
    programs = providePrograms(folder);
  } catch (error) {
    return emptyOutcome(error instanceof Error ? error.message : String(error));
  }
  const { report, exitCode } = await runFiles(folder, programs, []);
  const outcome = evaluateRun(report, exitCode);
  // The second attempt of tests does not repeat the hooks of their file.
  const withFailedHooks = report && stopped === null ? filesWithFailedHooks(report) : [];
  if (report === null || withFailedHooks.length === 0 || Date.now() >= deadline) return inTime(outcome);
  const second = await runFiles(
    folder,
    programs,
    withFailedHooks.map((file) => file.name),
  );
  return inTime(evaluateSecondRun(report, second.report, second.exitCode));
}

/** Runs files of a suite, or all if `files` is empty. */
async function runFiles(
  folder: string,
  programs: Readonly<Record<string, string>>,
  files: readonly string[],
): Promise<{ report: RunReport | null; exitCode: number | null }> {
  const reportFile = path.join(runFolder, `${folder}.json`);
  const errorsFile = path.join(runFolder, `${folder}-errors.json`);
  for (const file of [reportFile, errorsFile]) rmSync(file, { force: true });
  const vitest = path.join(repositoryRoot, "node_modules", "vitest", "vitest.mjs");
  const errorsReporter = path.join(import.meta.dirname, "unhandled-errors-reporter.ts");
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${reportFile}`,
    `--reporter=${errorsReporter}`,
  ];
  // A second attempt distinguishes flaky tests from failing ones. The run lists flaky tests at its end, so that their
  // cause is investigated. A random test uses the same seed in both attempts.
  const options = [...reporters, "--retry=1"];
  const workers = ["--maxWorkers", String(workersOf(folder))];
  const args = [vitest, "run", "--root", folder, ...workers, ...options, ...files];
  const env = { ...process.env, CI: "1", TMPDIR: runFolder, [unhandledErrorsFile]: errorsFile, ...programs };
  const child = spawn(process.execPath, args, {
    cwd: repositoryRoot,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  running.add(child);
  const outOfTime = setTimeout(() => child.kill("SIGTERM"), Math.max(0, deadline - Date.now()));
  const killTimer = setTimeout(() => child.kill("SIGKILL"), Math.max(0, deadline - Date.now()) + 10_000);
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(outOfTime);
  clearTimeout(killTimer);
  running.delete(child);
  if (!existsSync(reportFile) || !existsSync(errorsFile)) return { report: null, exitCode };
  const { testResults } = JSON.parse(readFileSync(reportFile, "utf8")) as Pick<RunReport, "testResults">;
  const unhandledErrors = JSON.parse(readFileSync(errorsFile, "utf8")) as string[];
  return { report: { testResults, unhandledErrors }, exitCode };
}

/** Adds the reason to the outcome of a suite that the time limit has stopped. */
function inTime(outcome: Outcome): Outcome {
  if (Date.now() < deadline) return outcome;
  return {
    ...outcome,
    reasons: [...outcome.reasons, `stopped: all tests together may take ${minutes} minutes`],
  };
}
