import { describe, expect, it } from "vitest";
import { daysOfPreset, periodProblems } from "./period-rules.ts";

const today = "2026-11-21";
const custom = (startDate: string, endDate: string) => ({ range: "custom", startDate, endDate }) as const;

describe("a custom range", () => {
  it.each([
    ["2016-11-21", "2036-11-21", null],
    ["2026-11-21", "2026-11-21", null],
    ["", "2026-11-21", { startDate: "missing", endDate: null }],
    ["2026-11-21", "", { startDate: null, endDate: "missing" }],
    ["", "", { startDate: "missing", endDate: "missing" }],
    ["2026-11-22", "2026-11-21", { startDate: null, endDate: "reversed" }],
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

describe("the days of a preset", () => {
  it.each([
    ["today", "2026-03-01", "2026-03-01", "2026-03-01"],
    ["yesterday", "2026-01-01", "2025-12-31", "2025-12-31"],
    ["thisWeek", "2026-11-29", "2026-11-23", "2026-11-29"],
    ["thisWeek", "2026-11-23", "2026-11-23", "2026-11-29"],
    ["last7Days", "2028-03-02", "2028-02-25", "2028-03-02"],
    ["last30Days", "2026-03-01", "2026-01-31", "2026-03-01"],
    ["thisMonth", "2026-11-21", "2026-11-01", "2026-11-30"],
    ["lastMonth", "2026-03-31", "2026-02-01", "2026-02-28"],
    ["lastMonth", "2026-01-15", "2025-12-01", "2025-12-31"],
    ["thisYear", "2026-11-21", "2026-01-01", "2026-12-31"],
  ] as const)("[ORD-2] %s on %s are %s to %s", (preset, today, startDate, endDate) => {
    expect(daysOfPreset(preset, today)).toEqual({ startDate, endDate });
  });
});
