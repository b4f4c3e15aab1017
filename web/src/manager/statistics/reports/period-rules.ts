import { dateBounds, isCalendarDay } from "#shared/time/calendar-day.ts";
import type { Period, ReportRangeName } from "./report-selection.ts";

/**
 * The problem of each date; null if there is none. A `wrong` date is not a calendar day, or is outside the limits of date
 * pickers. The end is `reversed` if it is before the start.
 */
export interface PeriodProblems {
  readonly startDate: "missing" | "wrong" | null;
  readonly endDate: "missing" | "wrong" | "reversed" | null;
}

/** Returns the problem of each date of a custom range (DET-2); null if the range is valid or a preset. */
export function periodProblems(
  { range, startDate, endDate }: Omit<Period, "hour">,
  today: string,
): PeriodProblems | null {
  if (range !== "custom") return null;
  const { min, max } = dateBounds(today);
  const problemOf = (date: string) =>
    date === "" ? "missing" : !isCalendarDay(date) || date < min || date > max ? "wrong" : null;
  const start = problemOf(startDate);
  const end = problemOf(endDate);
  if (start !== null || end !== null) return { startDate: start, endDate: end };
  return endDate < startDate ? { startDate: null, endDate: "reversed" } : null;
}

type PresetName = Exclude<ReportRangeName, "custom">;

/** Returns the first and last day of a preset as `YYYY-MM-DD`, like the server. Weeks begin on Monday. */
export function daysOfPreset(preset: PresetName, today: string): { startDate: string; endDate: string } {
  const [year = 0, month = 1, date = 1] = today.split("-").map(Number);
  const day = (monthIndex: number, dayOfMonth: number) =>
    new Date(Date.UTC(year, monthIndex, dayOfMonth)).toISOString().slice(0, 10);
  const before = (days: number) => day(month - 1, date - days);
  switch (preset) {
    case "today":
      return { startDate: today, endDate: today };
    case "yesterday":
      return { startDate: before(1), endDate: before(1) };
    case "thisWeek": {
      const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
      return { startDate: before(sinceMonday), endDate: before(sinceMonday - 6) };
    }
    case "last7Days":
      return { startDate: before(6), endDate: today };
    case "last30Days":
      return { startDate: before(29), endDate: today };
    case "thisMonth":
      return { startDate: day(month - 1, 1), endDate: day(month, 0) };
    case "lastMonth":
      return { startDate: day(month - 2, 1), endDate: day(month - 1, 0) };
    case "thisYear":
      return { startDate: day(0, 1), endDate: day(12, 0) };
  }
}
