import { reportRanges } from "@reposo/contract/revenue/report-values.ts";
import { daysOfPreset as daysOfRange, type ReportRangeName } from "#manager/statistics/index.ts";

const ranges = reportRanges.filter((range) => range !== "custom");
export const dayPresets = ["anyTime", ...ranges] as const;
export type DayPreset = "anyTime" | Exclude<ReportRangeName, "custom">;

/** First and last day as `YYYY-MM-DD` in the displayed time zone; null without a limit. */
export interface Days {
  readonly startDate: string | null;
  readonly endDate: string | null;
}

export const daysOfPreset = (preset: DayPreset, today: string): Days =>
  preset === "anyTime" ? { startDate: null, endDate: null } : daysOfRange(preset, today);

/** Returns the preset that has exactly these days; null if there is none. */
export const presetOf = ({ startDate, endDate }: Days, today: string): DayPreset | null =>
  dayPresets.find((preset) => {
    const days = daysOfPreset(preset, today);
    return days.startDate === startDate && days.endDate === endDate;
  }) ?? null;
