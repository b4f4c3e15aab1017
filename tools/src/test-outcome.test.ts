import { describe, expect, it } from "vitest";
import { type RunReport, evaluateRun } from "./test-outcome.ts";

const passing: RunReport = {
  numTotalTests: 3,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: "passed", name: "/somewhere/good.test.ts", message: "", assertionResults: [] }],
};
const unloaded = { status: "failed", name: "/somewhere/lost.test.ts", message: "no such\nmodule" };

describe("the result of a run", () => {
  it("passes if all tests ran and passed", () => {
    expect(evaluateRun(passing, 0)).toEqual({ passed: 3, failed: 0, reasons: [], flaky: [] });
  });

  it.each<[string, RunReport | null, number | null, number]>([
    ["a skipped test", { ...passing, numPassedTests: 2, numPendingTests: 1 }, 0, 1],
    ["a planned test", { ...passing, numPassedTests: 2, numTodoTests: 1 }, 0, 1],
    ["no test at all", { ...passing, numTotalTests: 0, numPassedTests: 0, testResults: [] }, 0, 1],
    [
      "a file that did not load",
      { ...passing, testResults: [...passing.testResults, { ...unloaded, assertionResults: [] }] },
      1,
      1,
    ],
    ["an error outside of every test", passing, 1, 1],
    ["a run that was killed", null, null, 1],
    ["failed tests", { ...passing, numPassedTests: 1, numFailedTests: 2 }, 1, 2],
  ])("fails on %s", (_what, report, exitCode, failed) => {
    expect(evaluateRun(report, exitCode).failed).toBe(failed);
  });

  it("lists the file whose hook failed, besides the number of tests that were skipped", () => {
    const skipped = { status: "skipped", fullName: "adds up", failureMessages: [] };
    const file = { status: "failed", name: "/somewhere/sums.test.ts", message: "Hook timed out\nat x" };
    const report = { ...passing, numPassedTests: 2, numPendingTests: 1 };
    const outcome = evaluateRun({ ...report, testResults: [{ ...file, assertionResults: [skipped] }] }, 1);
    expect(outcome.failed).toBe(1);
    expect(outcome.reasons).toEqual(["skipped tests: 1", "sums.test.ts: a hook failed: Hook timed out"]);
  });

  it("lists failed and flaky tests with the first line of their failure", () => {
    const failure = {
      status: "failed",
      fullName: "adds up",
      failureMessages: ["\u001b[31mtwo\u001b[39m\nat x"],
    };
    const file = { status: "failed", name: "/somewhere/sums.test.ts", message: "" };
    const report = { ...passing, numPassedTests: 2, numFailedTests: 1 };
    const passed = { ...failure, status: "passed" };
    const { reasons, flaky } = evaluateRun(
      {
        ...report,
        testResults: [
          {
            ...file,
            assertionResults: [
              failure,
              { ...passed, fullName: "takes away" },
              { ...passed, failureMessages: [] },
              { ...passed, failureMessages: null },
            ],
          },
          { ...unloaded, assertionResults: [] },
        ],
      },
      1,
    );
    expect(reasons).toEqual(["lost.test.ts did not load: no such", "sums.test.ts: adds up: two"]);
    expect(flaky).toEqual(["sums.test.ts: takes away: two"]);
  });
});
