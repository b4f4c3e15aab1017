/** What vitest's JSON reporter says of a run, as far as it is read here. */
export interface RunReport {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** Why something failed that no test says by itself. */
  readonly reasons: readonly string[];
}

/** A suite passes by running everything it has, and by having something; null is a run that left no report. */
export function judgeRun(report: RunReport | null, exitCode: number | null): Outcome {
  if (report === null) return { passed: 0, failed: 1, reasons: [`it ended with ${exitCode} and no report`] };
  const unloaded = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length;
  const skipped = report.numPendingTests + report.numTodoTests;
  const reasons: string[] = [];
  if (report.numTotalTests === 0) reasons.push("it holds no test");
  if (skipped > 0) reasons.push(`it skips ${skipped}`);
  if (unloaded > 0) reasons.push(`${unloaded} of its files did not load`);
  let failed = report.numFailedTests + skipped + unloaded + (report.numTotalTests === 0 ? 1 : 0);
  if (failed === 0 && exitCode !== 0) {
    failed = 1;
    reasons.push(`it ended with ${exitCode}, though every test passed`);
  }
  return { passed: report.numPassedTests, failed, reasons };
}
