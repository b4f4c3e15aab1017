import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** What decides whether a suite passes: fields of vitest's JSON report. */
export interface RunReport {
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
  readonly failureMessages: readonly string[] | null;
}

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** Each failure with its reason, printed at the end of a long output. */
  readonly reasons: readonly string[];
}

/**
 * Returns the outcome of a suite. A suite passes if it ran at least one test, skipped none, all passed, and the run
 * ended with exit code 0.
 * @param report null if the run ended without a report
 * @param exitCode null if a signal ended the run
 * @param errorOutput the end of what the run wrote to stderr. It explains a failure outside of a test, such as an
 *   unhandled rejection or a failed teardown, which the report omits.
 */
export function evaluateRun(report: RunReport | null, exitCode: number | null, errorOutput: string): Outcome {
  const ended = `ended with exit code ${exitCode}`;
  const explanation = errorOutput === "" ? "" : `:\n${stripVTControlCharacters(errorOutput).trim()}`;
  if (report === null) return failedOutcome(`${ended} and without a report${explanation}`);
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  // A skipped test is a failed one.
  let failed = tests.length - passed;
  const reasons: string[] = [];
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = path.basename(name);
    if (status === "failed" && assertionResults.length === 0) failed += 1;
    // A hook may fail before or after all tests of its file passed or were skipped.
    if (message !== "") reasons.push(`${file}: ${firstLine(message)}`);
    for (const test of assertionResults)
      if (test.status !== "passed")
        reasons.push(`${file}: ${test.fullName}: ${firstLine(test.failureMessages?.[0] ?? test.status)}`);
  }
  if (tests.length === 0) reasons.push("contains no test");
  if (failed === 0 && (exitCode !== 0 || tests.length === 0)) {
    failed = 1;
    if (exitCode !== 0) reasons.push(`${ended}, although every test passed${explanation}`);
  }
  return { passed, failed, reasons };
}

/** Returns the outcome of a suite that could not run. */
export const failedOutcome = (reason: string): Outcome => ({ passed: 0, failed: 1, reasons: [reason] });

const firstLine = (message: string): string => stripVTControlCharacters(message).split("\n", 1)[0] ?? "";
