import { expect, it } from "vitest";
import { dayPresets, daysOfPreset, presetOf } from "./order-days.ts";

it("[ORD-2] recognises the days of a preset, and returns null for other days", () => {
  for (const preset of dayPresets)
    expect(presetOf(daysOfPreset(preset, "2026-11-21"), "2026-11-21")).toBe(preset);
  expect(daysOfPreset("anyTime", "2026-11-21")).toEqual({ startDate: null, endDate: null });
  expect(presetOf({ startDate: "2026-11-02", endDate: null }, "2026-11-21")).toBeNull();
});
