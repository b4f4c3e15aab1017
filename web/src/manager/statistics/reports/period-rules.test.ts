import { describe, expect, it } from "vitest";
import { periodProblems } from "./period-rules.ts";

const today = "2026-11-21";
const custom = (startDate: string, endDate: string) => ({ range: "custom", startDate, endDate }) as const;

describe("a custom range", () => {
  it.each([
    ["2016-11-21", "2036-11-21", null],
    ["2026-11-21", "2026-11-21", null],
    ["", "2026-11-21", { startDate: "missing", endDate: null }],
    ["2026-11-21", "", { startDate: null, endDate: "missing" }],
    ["", "", { startDate: "missing", endDate: "missing" }],
    ["2026-11-22", "2026-11-21", { startDate: null, endDate: "wrong" }],
    ["2016-11-20", "2026-11-21", { startDate: "wrong", endDate: null }],
    ["2026-11-21", "2036-11-22", { startDate: null, endDate: "wrong" }],
    ["2026-02-30", "2026-11-21", { startDate: "wrong", endDate: null }],
    ["tomorrow", "2026-11-21", { startDate: "wrong", endDate: null }],
  ])("[DET-2] from %j to %j has the problem %j", (startDate, endDate, problem) => {
    expect(periodProblems(custom(startDate, endDate), today)).toEqual(problem);
  });

  it("[DET-2] has no problem if a preset is selected", () => {
    expect(periodProblems({ range: "thisWeek", startDate: "", endDate: "" }, today)).toBeNull();
  });
});
