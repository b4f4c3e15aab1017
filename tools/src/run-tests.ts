import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { finished } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
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
import { type Outcome, type RunReport, evaluateRun, failedOutcome } from "./test-outcome.ts";

/** Runs the tiers of tests that the arguments name: `quick`, `system`, or both. */
type Tier = "quick" | "system";
const tiers = process.argv.slice(2) as Tier[];
/** Part of the names of the files of the system tier. */
const systemFiles = ".system.test.";

// Time limit of all tests: generous, so that a slow machine does not fail a run, but below the 90 minutes of a CI job,
// so that the summary is printed.
const minutes = 75;

/** System programs that a suite requires. */
const programsOf: Readonly<Record<string, Readonly<Record<Tier, readonly (typeof chromium)[]>>>> = {
  server: { quick: [ffmpeg], system: [ffmpeg, mosquitto, faketime, nginx, pgBouncer, postgres] },
  e2e: { quick: [chromium, ffmpeg], system: [chromium, ffmpeg] },
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
 * Returns the number of test workers of a suite. The server's quick tests wait more than those in the browser, so they
 * have one worker more than there are cores. On two cores, each further worker needed 10 to 20 % more CPU time for the
 * same tests, and saved no time.
 */
const workersOf = (folder: string, tier: Tier): number => {
  if (cores === 1) return 1;
  return Math.min(folder === "server" && tier === "quick" ? cores + 1 : cores, 4);
};

/** Characters of a suite's error output that can explain why the suite failed outside of its tests. */
const maxErrorOutput = 3_000;

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
const reasons: string[] = [];
for (const tier of tiers) {
  // With several cores, the checks run concurrently with the suites, which leave cores idle while they start.
  const all = [
    ...(tier === "quick" ? [check] : []),
    ...sequences.map((suites) => () => runSequence(suites, tier)),
  ];
  if (cores > 1) await Promise.all(all.map((run) => run()));
  else for (const run of all) await run();
}
rmSync(runFolder, { recursive: true, force: true });
if (stopped) {
  failed += 1;
  reasons.push(`stopped by ${String(stopped)}`);
}
for (const reason of reasons) console.log(reason);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function check(): Promise<void> {
  const checks = await runChecks();
  passed += checks.passed;
  failed += checks.failed;
}

async function runSequence(suites: readonly string[], tier: Tier): Promise<void> {
  for (const folder of suites) {
    if (stopped) return;
    if (
      tier === "system" &&
      globSync(`${folder}/src/**/*${systemFiles}*`, { cwd: repositoryRoot }).length === 0
    )
      continue;
    const outcome = await runSuite(folder, tier);
    passed += outcome.passed;
    failed += outcome.failed;
    reasons.push(...outcome.reasons.map((reason) => `${folder}: ${reason}`));
  }
}

/** Returns environment variables with the paths of the programs of a suite. */
function providePrograms(folder: string, tier: Tier): Record<string, string> {
  const provided: Record<string, string> = {};
  for (const program of programsOf[folder]?.[tier] ?? []) provided[program.setting] = provideProgram(program);
  for (const program of optionalProgramsOf[folder] ?? []) {
    const found = provideOptionalProgram(program);
    if (found !== null) provided[program.setting] = found;
  }
  return provided;
}

async function runSuite(folder: string, tier: Tier): Promise<Outcome> {
  console.log(`\n${folder}`);
  let programs: Record<string, string>;
  try {
    programs = providePrograms(folder, tier);
  } catch (error) {
    return failedOutcome(error instanceof Error ? error.message : String(error));
  }
  const reportFile = path.join(runFolder, `${folder}-${tier}.json`);
  const vitest = path.join(repositoryRoot, "node_modules", "vitest", "vitest.mjs");
  const files = tier === "system" ? [systemFiles] : ["--exclude", `**/*${systemFiles}*`];
  const workers = ["--maxWorkers", String(workersOf(folder, tier))];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
  const child = spawn(
    process.execPath,
    [vitest, "run", "--root", folder, ...workers, ...reporters, ...files],
    {
      cwd: repositoryRoot,
      env: { ...process.env, CI: "1", TMPDIR: runFolder, ...programs },
      stdio: ["ignore", "inherit", "pipe"],
    },
  );
  let errorOutput = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    process.stderr.write(text);
    errorOutput = (errorOutput + text).slice(-maxErrorOutput);
  });
  running.add(child);
  const outOfTime = setTimeout(() => child.kill("SIGTERM"), Math.max(0, deadline - Date.now()));
  const killTimer = setTimeout(() => child.kill("SIGKILL"), Math.max(0, deadline - Date.now()) + 10_000);
  const exitCode = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  // A process that outlives the suite may keep the stream open.
  await Promise.race([finished(child.stderr), delay(1_000)]);
  child.stderr.destroy();
  clearTimeout(outOfTime);
  clearTimeout(killTimer);
  running.delete(child);
  const report = existsSync(reportFile) ? (JSON.parse(readFileSync(reportFile, "utf8")) as RunReport) : null;
  const outcome = evaluateRun(report, exitCode, errorOutput);
  if (Date.now() < deadline) return outcome;
  return {
    ...outcome,
    reasons: [...outcome.reasons, `stopped: all tests together may take ${minutes} minutes`],
  };
}
