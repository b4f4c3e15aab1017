import { describe, expect, it } from "vitest";
import { type RunReport, evaluateRun, evaluateSecondRun, filesWithFailedHooks } from "./test-outcome.ts";

const test = { status: "passed", fullName: "adds up", failureMessages: [] };
const skipped = { ...test, status: "skipped" };
const failing = { ...test, status: "failed", failureMessages: ["\u001b[31mtwo\u001b[39m\nat x"] };
const good = {
  status: "passed",
  name: "/somewhere/good.test.ts",
  message: "",
  assertionResults: [test, test, test],
};
const sums = { status: "failed", name: "/somewhere/sums.test.ts", message: "", assertionResults: [test] };
const unloaded = {
  ...sums,
  name: "/somewhere/lost.test.ts",
  message: "no such\nmodule",
  assertionResults: [],
};
const withFailedHook = { ...sums, message: "Hook timed out\nat x", assertionResults: [skipped, skipped] };
const reportOf = (...testResults: RunReport["testResults"]): RunReport => ({
  testResults,
  unhandledErrors: [],
});

describe("the result of a run", () => {
  it("passes if all tests ran and passed", () => {
    expect(evaluateRun(reportOf(good), 0)).toEqual({ passed: 3, failed: 0, reasons: [], flaky: [] });
  });

  it.each<[string, RunReport | null, number | null, number]>([
    ["a skipped test", reportOf(good, { ...good, assertionResults: [skipped] }), 0, 1],
    ["a planned test", reportOf(good, { ...good, assertionResults: [{ ...test, status: "todo" }] }), 0, 1],
    ["no test at all", reportOf(), 0, 1],
    ["a file that did not load", reportOf(good, unloaded), 1, 1],
    ["an error outside of every test", { ...reportOf(good), unhandledErrors: ["lost"] }, 1, 1],
    ["an exit code that the report does not explain", reportOf(good), 1, 1],
    ["a run that was killed", null, null, 1],
    ["failed tests", reportOf(good, { ...sums, assertionResults: [failing, failing, test] }), 1, 2],
  ])("fails on %s", (_what, report, exitCode, failed) => {
    expect(evaluateRun(report, exitCode).failed).toBe(failed);
  });

  it("lists the file whose hook failed, besides the number of tests that were skipped", () => {
    const outcome = evaluateRun(reportOf(withFailedHook), 1);
    expect(outcome.failed).toBe(2);
    expect(outcome.reasons).toEqual(["skipped tests: 2", "sums.test.ts: a hook failed: Hook timed out"]);
  });

  it("lists failed and flaky tests with the first line of their failure", () => {
    const retried = { ...failing, status: "passed", fullName: "takes away" };
    const file = { ...sums, assertionResults: [failing, retried, test, { ...test, failureMessages: null }] };
    const { reasons, flaky } = evaluateRun(reportOf(file, unloaded), 1);
    expect(reasons).toEqual(["lost.test.ts did not load: no such", "sums.test.ts: adds up: two"]);
    expect(flaky).toEqual(["sums.test.ts: takes away: two"]);
  });
});

describe("the result of a second run of files whose hooks failed", () => {
  const first = reportOf(good, withFailedHook);

  it("passes if the second run passes, and lists the hook as flaky", () => {
    const second = reportOf({ ...sums, status: "passed", assertionResults: [test, test] });
    expect(evaluateSecondRun(first, second, 0)).toEqual({
      passed: 5,
      failed: 0,
      reasons: [],
      flaky: ["sums.test.ts: a hook failed: Hook timed out"],
    });
  });

  it("fails if the hook fails again, if a test fails, if the run has no report, or if another file has failed", () => {
    expect(evaluateSecondRun(first, reportOf(withFailedHook), 1)).toMatchObject({
      passed: 3,
      failed: 2,
      flaky: [],
    });
    const withFailure = reportOf({ ...sums, assertionResults: [failing, test] });
    expect(evaluateSecondRun(first, withFailure, 1)).toMatchObject({ passed: 4, failed: 1, flaky: [] });
    expect(evaluateSecondRun(first, null, null)).toMatchObject({ passed: 3, failed: 2 });
    const second = reportOf({ ...sums, status: "passed", assertionResults: [test, test] });
    const other = reportOf(unloaded, withFailedHook);
    expect(evaluateSecondRun(other, second, 0)).toMatchObject({ passed: 2, failed: 1 });
    const withError = { ...first, unhandledErrors: ["lost\nat x"] };
    expect(evaluateSecondRun(withError, second, 0)).toMatchObject({
      failed: 1,
      reasons: ["an error outside of tests: lost"],
    });
  });

  it("repeats files in which no test failed, since failed tests had a second attempt", () => {
    const withFailure = { ...withFailedHook, assertionResults: [skipped, failing] };
    const crashed = { ...withFailedHook, message: "" };
    expect(filesWithFailedHooks(reportOf(good, unloaded, withFailure, crashed, withFailedHook))).toEqual([
      withFailedHook,
    ]);
  });
});
