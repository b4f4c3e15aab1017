import { describe, expect, it } from "vitest";
import { type RunReport, judgeRun } from "./test-outcome.ts";

const good: RunReport = {
  numTotalTests: 3,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: "passed", assertionResults: [1, 2, 3] }],
};

describe("judging a run", () => {
  it("passes where everything ran and passed", () => {
    expect(judgeRun(good, 0)).toEqual({ passed: 3, failed: 0, reasons: [] });
  });

  it.each<[string, RunReport | null, number | null, number]>([
    ["a skipped test", { ...good, numPassedTests: 2, numPendingTests: 1 }, 0, 1],
    ["a planned test", { ...good, numPassedTests: 2, numTodoTests: 1 }, 0, 1],
    ["no test at all", { ...good, numTotalTests: 0, numPassedTests: 0, testResults: [] }, 0, 1],
    [
      "a file that did not load",
      { ...good, testResults: [...good.testResults, { status: "failed", assertionResults: [] }] },
      1,
      1,
    ],
    ["an error outside of every test", good, 1, 1],
    ["a run that was killed", null, null, 1],
    ["failed tests", { ...good, numPassedTests: 1, numFailedTests: 2 }, 1, 2],
  ])("fails on %s", (_what, report, exitCode, failed) => {
    expect(judgeRun(report, exitCode).failed).toBe(failed);
  });
});
