import type { OpeningHours, OpenPeriod } from "@reposo/contract/outlets/opening-hours.ts";

/**
 * Consecutive days of the week with the same opening hours. `first` and `last` are days of the week, where Monday is 0.
 */
export interface HoursRow {
  readonly first: number;
  readonly last: number;
  /** The opening periods as clock times, such as `09:00 – 17:00`. */
  readonly hours: "closed" | "wholeDay" | readonly string[];
}

export function openingHoursRows(week: OpeningHours): HoursRow[] {
  const rows: HoursRow[] = [];
  for (const [day, periods] of week.entries()) {
    const hours = hoursOf(periods);
    const last = rows[rows.length - 1];
    if (last !== undefined && String(last.hours) === String(hours))
      rows[rows.length - 1] = { ...last, last: day };
    else rows.push({ first: day, last: day, hours });
  }
  return rows;
}

function hoursOf(periods: readonly OpenPeriod[]): HoursRow["hours"] {
  if (periods.length === 0) return "closed";
  if (periods.some(({ opens, closes }) => opens === 0 && closes === 1_440)) return "wholeDay";
  // A period that ends on the next day closes more than 1,440 minutes after midnight of its first day.
  return periods.map(
    ({ opens, closes }) => `${timeOf(opens)} – ${timeOf(closes > 1_440 ? closes - 1_440 : closes)}`,
  );
}

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
