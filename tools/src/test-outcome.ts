import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** The fields of vitest's JSON report that `evaluateRun` reads. */
export interface RunReport {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly FileReport[];
}

interface FileReport {
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
  /** Tests that passed only at a later attempt: a sporadic defect of the product or of the test. */
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
  const unloaded = unloadedFiles.length;
  const skipped = report.numPendingTests + report.numTodoTests;
  const reasons: string[] = [];
  if (report.numTotalTests === 0) reasons.push("contains no test");
  if (skipped > 0) reasons.push(`skipped tests: ${skipped}`);
  for (const { name, message } of unloadedFiles) {
    reasons.push(`${path.basename(name)} did not load: ${firstLine(message)}`);
  }
  const failedHooks = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" &&
      assertionResults.length > 0 &&
      assertionResults.every((test) => test.status !== "failed"),
  );
  for (const { name, message } of failedHooks) {
    reasons.push(`${path.basename(name)}: a hook failed: ${firstLine(message)}`);
  }
  reasons.push(...report.testResults.flatMap((file) => linesOfTests(file, "failed")));
  const flaky = report.testResults.flatMap((file) => linesOfTests(file, "passed"));
  let failed = report.numFailedTests + skipped + unloaded + (report.numTotalTests === 0 ? 1 : 0);
  if (failed === 0 && exitCode !== 0) {
    failed = 1;
    reasons.push(`ended with exit code ${exitCode}, although every test passed`);
  }
  return { passed: report.numPassedTests, failed, reasons, flaky };
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

const firstLine = (message: string): string => stripVTControlCharacters(message).split("\n", 1)[0] ?? "";
