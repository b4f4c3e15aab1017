import { describe, expect, it } from "vitest";
import { ProductError, type RefusedField } from "#platform/http/product-error.ts";
import { type ReportRange, reportRange } from "./report-range.ts";
import { averageCount, divideHalfUp } from "./income-reports.ts";

const now = new Date("2026-11-21T17:00:00Z");
const manila = "Asia/Manila";

function refused(requested: ReportRange): readonly RefusedField[] {
  try {
    reportRange(requested, now, manila);
  } catch (error) {
    if (error instanceof ProductError && error.resultName === "invalidRequest") return error.fields;
    throw error;
  }
  return [];
}
const custom = (startDate?: string, endDate?: string): ReportRange => ({
  range: "custom",
  ...(startDate !== undefined && { startDate }),
  ...(endDate !== undefined && { endDate }),
});

describe("the range of a report", () => {
  it("[DET-1] [DAY-1] is a whole calendar period in the caller's time zone, in which it is already Sunday", () => {
    const from = (range: ReportRange["range"], zone = manila) =>
      reportRange({ range }, now, zone).from.toISOString();
    expect(from("today")).toBe("2026-11-21T16:00:00.000Z");
    expect(from("yesterday")).toBe("2026-11-20T16:00:00.000Z");
    expect(from("thisWeek")).toBe("2026-11-15T16:00:00.000Z");
    expect(from("thisMonth")).toBe("2026-10-31T16:00:00.000Z");
    expect(from("thisYear")).toBe("2025-12-31T16:00:00.000Z");
    expect(from("today", "-03:30")).toBe("2026-11-21T03:30:00.000Z");
  });

  it("[DET-1] includes both custom dates, for one day and for twenty years", () => {
    expect(reportRange(custom("2026-11-22", "2026-11-22"), now, manila)).toEqual({
      from: new Date("2026-11-21T16:00:00Z"),
      to: new Date("2026-11-22T16:00:00Z"),
    });
    expect(reportRange(custom("2016-11-22", "2036-11-22"), now, manila)).toEqual({
      from: new Date("2016-11-21T16:00:00Z"),
      to: new Date("2036-11-22T16:00:00Z"),
    });
  });

  it("[DET-1] [DAY-1] is one hour of a day; an hour of several days, of a preset range, or that does not exist is rejected", () => {
    const day = custom("2026-11-22", "2026-11-22");
    expect(reportRange({ ...day, hour: 14 }, now, manila)).toEqual({
      from: new Date("2026-11-22T06:00:00Z"),
      to: new Date("2026-11-22T07:00:00Z"),
    });
    for (const requested of [
      { ...day, hour: 24 },
      { ...custom("2026-11-21", "2026-11-22"), hour: 0 },
      { range: "today", hour: 0 },
    ] as const)
      expect(refused(requested)).toEqual([{ path: "hour", problem: "range" }]);
  });

  it("[DET-1] rejects days more than ten years away from today in the caller's time zone", () => {
    expect(refused(custom("2016-11-21", "2026-11-22"))).toEqual([{ path: "startDate", problem: "range" }]);
    expect(refused(custom("2026-11-22", "2036-11-23"))).toEqual([{ path: "endDate", problem: "range" }]);
  });

  it("[DET-1] [DET-2] rejects missing dates, invalid dates, and an end before the start", () => {
    const missing = (path: string) => ({ path, problem: "required" });
    expect(refused(custom("2026-11-01"))).toEqual([missing("endDate")]);
    expect(refused(custom(undefined, "2026-11-01"))).toEqual([missing("startDate")]);
    expect(refused(custom())).toEqual([missing("startDate"), missing("endDate")]);
    expect(refused(custom("2026-02-29", "2026-03-01"))).toEqual([{ path: "startDate", problem: "format" }]);
    expect(refused(custom("2026-11-02", "2026-11-01"))).toEqual([{ path: "endDate", problem: "range" }]);
  });
});

describe("averages", () => {
  it("[DET-1] are rounded half up, and are zero without chairs", () => {
    expect([1, 3, 5, -1, -3, 7].map((half) => divideHalfUp(half, 2))).toEqual([1, 2, 3, 0, -1, 4]);
    expect(divideHalfUp(100_000, 3)).toBe(33_333);
    expect(divideHalfUp(-100_000, 3)).toBe(-33_333);
    expect(divideHalfUp(999_999_999_999_999, 2)).toBe(500_000_000_000_000);
    expect(divideHalfUp(5_000, 0)).toBe(0);
    expect([averageCount(1, 3), averageCount(1, 8), averageCount(10, 4)]).toEqual([0.33, 0.13, 2.5]);
  });
});
