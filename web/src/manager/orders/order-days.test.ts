import { expect, it } from "vitest";
import { dayPresets, daysOfPreset, presetOf } from "./order-days.ts";

it("[ORD-2] returns the days of each preset, also across the end of a month or year", () => {
  expect(daysOfPreset("today", "2026-03-01")).toEqual({ startDate: "2026-03-01", endDate: "2026-03-01" });
  expect(daysOfPreset("yesterday", "2026-01-01")).toEqual({ startDate: "2025-12-31", endDate: "2025-12-31" });
  expect(daysOfPreset("sevenDays", "2028-03-02")).toEqual({ startDate: "2028-02-25", endDate: "2028-03-02" });
  expect(daysOfPreset("thisMonth", "2026-11-21")).toEqual({ startDate: "2026-11-01", endDate: "2026-11-21" });
  expect(daysOfPreset("anyTime", "2026-11-21")).toEqual({ startDate: null, endDate: null });
});

it("[ORD-2] recognises the days of a preset, and returns null for other days", () => {
  for (const preset of dayPresets)
    expect(presetOf(daysOfPreset(preset, "2026-11-21"), "2026-11-21")).toBe(preset);
  expect(presetOf({ startDate: "2026-11-02", endDate: null }, "2026-11-21")).toBeNull();
});
