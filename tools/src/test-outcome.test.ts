import { describe, expect, it } from "vitest";
import { type RunReport, evaluateRun } from "./test-outcome.ts";

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
const reportOf = (...testResults: RunReport["testResults"]): RunReport => ({ testResults });

describe("the result of a run", () => {
  it("passes if all tests ran and passed", () => {
    expect(evaluateRun(reportOf(good), 0, "a warning")).toEqual({ passed: 3, failed: 0, reasons: [] });
  });

  it.each<[string, RunReport | null, number | null, number]>([
    ["a skipped test", reportOf(good, { ...good, assertionResults: [skipped] }), 0, 1],
    ["a planned test", reportOf(good, { ...good, assertionResults: [{ ...test, status: "todo" }] }), 0, 1],
    ["no test at all", reportOf(), 0, 1],
    ["a file that did not load", reportOf(good, unloaded), 1, 1],
    ["an exit code that the report does not explain", reportOf(good), 1, 1],
    ["a hook that failed after the tests", reportOf({ ...sums, message: "Hook timed out" }), 1, 1],
    ["a run that was killed", null, null, 1],
    ["failed tests", reportOf(good, { ...sums, assertionResults: [failing, failing, test] }), 1, 2],
  ])("fails on %s", (_what, report, exitCode, failed) => {
    const outcome = evaluateRun(report, exitCode, "");
    expect(outcome.failed).toBe(failed);
    expect(outcome.reasons).not.toEqual([]);
  });

  it("names each failed test, file, and hook with the first line of its failure", () => {
    const hook = { ...sums, name: "/somewhere/hook.test.ts", message: "Hook timed out\nat x" };
    const report = reportOf(
      { ...sums, assertionResults: [failing, test, { ...test, failureMessages: null }] },
      unloaded,
      { ...hook, assertionResults: [skipped] },
    );
    expect(evaluateRun(report, 1, "stderr | sums.test.ts")).toEqual({
      passed: 2,
      failed: 3,
      reasons: [
        "sums.test.ts: adds up: two",
        "lost.test.ts: no such",
        "hook.test.ts: Hook timed out",
        "hook.test.ts: adds up: skipped",
      ],
    });
  });

  it("explains a failure outside of the tests by the error output", () => {
    const output = "\u001b[31mUnhandled Rejection\u001b[39m\nError: socket hang up\n\n";
    expect(evaluateRun(reportOf(good), 1, output).reasons).toEqual([
      "ended with exit code 1, although every test passed:\nUnhandled Rejection\nError: socket hang up",
    ]);
    expect(evaluateRun(null, null, output).reasons).toEqual([
      "ended with exit code null and without a report:\nUnhandled Rejection\nError: socket hang up",
    ]);
  });
});
