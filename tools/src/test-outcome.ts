import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** What decides whether a suite passes: fields of vitest's JSON report, and errors outside of tests. */
export interface RunReport {
  readonly unhandledErrors: readonly string[];
  readonly testResults: readonly FileReport[];
}

export interface FileReport {
  readonly status: string;
  readonly name: string;
  /** Why the file did not load, or why a hook failed. */
  readonly message: string;
  readonly assertionResults: readonly TestReport[];
}

interface TestReport {
  readonly status: string;
  readonly fullName: string;
  /** Why attempts of the test failed; for a test that passed, these are its earlier attempts. */
  readonly failureMessages: readonly string[] | null;
}

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** One line for each failure with its reason, printed at the end of a long output. */
  readonly reasons: readonly string[];
  /** Tests and hooks that passed only at a later attempt: a sporadic defect of the product or of the test. */
  readonly flaky: readonly string[];
}

/**
 * Returns the outcome of a suite. A suite passes if it ran at least one test, skipped none, all passed, and the run
 * ended with exit code 0.
 * @param report null if the run ended without a report
 * @param exitCode null if a signal ended the run
 */
export function evaluateRun(report: RunReport | null, exitCode: number | null): Outcome {
  if (report === null) return emptyOutcome(`ended with exit code ${exitCode} and without a report`);
  const unloadedFiles = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const failedTests = tests.filter((test) => test.status === "failed").length;
  const skipped = tests.length - passed - failedTests;
  const reasons: string[] = [];
  if (tests.length === 0) reasons.push("contains no test");
  if (skipped > 0) reasons.push(`skipped tests: ${skipped}`);
  for (const { name, message } of unloadedFiles) {
    reasons.push(`${path.basename(name)} did not load: ${firstLine(message)}`);
  }
  reasons.push(...filesWithFailedHooks(report).map(lineOfHook));
  reasons.push(...report.unhandledErrors.map((error) => `an error outside of tests: ${firstLine(error)}`));
  reasons.push(...report.testResults.flatMap((file) => linesOfTests(file, "failed")));
  const flaky = report.testResults.flatMap((file) => linesOfTests(file, "passed"));
  let failed =
    failedTests +
    skipped +
    unloadedFiles.length +
    report.unhandledErrors.length +
    (tests.length === 0 ? 1 : 0);
  if (failed === 0 && exitCode !== 0) {
    failed = 1;
    reasons.push(`ended with exit code ${exitCode}, although every test passed`);
  }
  return { passed, failed, reasons, flaky };
}

/**
 * Returns the files in which a hook failed, but no test. Vitest retries only tests. A file without a message did not
 * end, for example because its worker crashed.
 */
export const filesWithFailedHooks = (report: RunReport): FileReport[] =>
  report.testResults.filter(
    ({ status, message, assertionResults }) =>
      status === "failed" &&
      message !== "" &&
      assertionResults.length > 0 &&
      assertionResults.every((test) => test.status !== "failed"),
  );

/**
 * Returns the outcome of a suite whose files with failed hooks were run a second time.
 * @param second report of the second run, null if it ended without a report
 * @param exitCode of the second run
 */
export function evaluateSecondRun(
  first: RunReport,
  second: RunReport | null,
  exitCode: number | null,
): Outcome {
  if (second === null) return evaluateRun(first, 1);
  const repeated = new Set(second.testResults.map((file) => file.name));
  const retained = first.testResults.filter((file) => !repeated.has(file.name));
  const testResults = [...retained, ...second.testResults];
  const unhandledErrors = [...first.unhandledErrors, ...second.unhandledErrors];
  const outcome = evaluateRun({ testResults, unhandledErrors }, exitCode);
  const passed = new Set(
    second.testResults.filter((file) => file.status === "passed").map((file) => file.name),
  );
  const recovered = filesWithFailedHooks(first).filter((file) => passed.has(file.name));
  const flakyBefore = recovered.flatMap((file) => linesOfTests(file, "passed"));
  return { ...outcome, flaky: [...outcome.flaky, ...flakyBefore, ...recovered.map(lineOfHook)] };
}

/** Returns the outcome of a suite that could not run. */
export const emptyOutcome = (reason: string): Outcome => ({
  passed: 0,
  failed: 1,
  reasons: [reason],
  flaky: [],
});

/** Returns one line for each failed test, or for each test that passed after a failed attempt. */
const linesOfTests = (
  { name, assertionResults }: FileReport,
  expectedStatus: "failed" | "passed",
): string[] =>
  assertionResults
    .filter(
      ({ status, failureMessages }) =>
        status === expectedStatus && (expectedStatus === "failed" || failureMessages?.length),
    )
    .map(
      ({ fullName, failureMessages }) =>
        `${path.basename(name)}: ${fullName}: ${firstLine(failureMessages?.[0] ?? "")}`,
    );

const lineOfHook = ({ name, message }: FileReport): string =>
  `${path.basename(name)}: a hook failed: ${firstLine(message)}`;

const firstLine = (message: string): string => stripVTControlCharacters(message).split("\n", 1)[0] ?? "";
