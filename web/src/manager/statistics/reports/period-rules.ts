import { dateBounds, isCalendarDay } from "#shared/time/calendar-day.ts";
import type { Period } from "./report-selection.ts";

/**
 * The problem of each date; null if there is none. A `wrong` date is not a calendar day, is outside the limits of date
 * pickers, or ends the range before its start.
 */
export interface PeriodProblems {
  readonly startDate: "missing" | "wrong" | null;
  readonly endDate: "missing" | "wrong" | null;
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
  return endDate < startDate ? { startDate: null, endDate: "wrong" } : null;
}
