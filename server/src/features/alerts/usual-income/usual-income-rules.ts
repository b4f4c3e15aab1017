import { median } from "./robust-statistics-rules.ts";

export const hoursOfWeek = 168;
/** Maximum weeks of history that are used. */
export const historyWeeks = 8;
/** Minimum weeks of history for values of a chair's own. */
export const minWeeks = 4;

const hourMs = 3_600_000;

/** Usual income and starts of a chair per hour of the week in its outlet's zone, Monday 0:00 first. */
export interface UsualIncome {
  readonly amountsMinor: readonly number[];
  readonly starts: readonly number[];
}

/** One hour of the week in one week of the history: week 0 is the latest complete one. */
export interface HistoryHour {
  readonly week: number;
  readonly hour: number;
  readonly amountMinor: number;
  readonly starts: number;
}

/**
 * Distributes the median of the weekly sums over the hours of the week, in proportion to the sum of each hour over all
 * weeks. The median is robust against a closed or exceptional week; a single hour has too few starts for its own median.
 * @returns null where the chair has fewer than `minWeeks` weeks of history
 */
export function usualOfChair(hours: readonly HistoryHour[], weeks: number): UsualIncome | null {
  if (weeks < minWeeks) return null;
  return {
    amountsMinor: usualHours(hours, weeks, ({ amountMinor }) => amountMinor),
    starts: usualHours(hours, weeks, ({ starts }) => starts),
  };
}

function usualHours(
  hours: readonly HistoryHour[],
  weeks: number,
  valueOf: (hour: HistoryHour) => number,
): number[] {
  const byWeek = Array.from({ length: weeks }, () => 0);
  const byHour = Array.from({ length: hoursOfWeek }, () => 0);
  for (const one of hours) {
    if (one.week >= weeks) continue;
    byWeek[one.week] = (byWeek[one.week] as number) + valueOf(one);
    byHour[one.hour] = (byHour[one.hour] as number) + valueOf(one);
  }
  const sum = byWeek.reduce((a, b) => a + b, 0);
  const usualWeek = median(byWeek) as number;
  return byHour.map((value) => (sum <= 0 ? 0 : Math.max(0, (value / sum) * usualWeek)));
}

/** The average of an outlet's chairs that have a history; null where none has one. */
export function usualOfOutlet(chairs: readonly UsualIncome[]): UsualIncome | null {
  if (chairs.length === 0) return null;
  const average = (valuesOf: (chair: UsualIncome) => readonly number[]) =>
    Array.from(
      { length: hoursOfWeek },
      (_, hour) => chairs.reduce((sum, chair) => sum + (valuesOf(chair)[hour] ?? 0), 0) / chairs.length,
    );
  return { amountsMinor: average((chair) => chair.amountsMinor), starts: average((chair) => chair.starts) };
}

/** Sum of the usual values between two instants; a part of an hour counts in proportion. */
export function sumOfHours(values: readonly number[], zone: string, from: Date, to: Date): number {
  let sum = 0;
  let at = from.getTime();
  const end = to.getTime();
  const week = values.reduce((a, b) => a + b, 0);
  const weekMs = hoursOfWeek * hourMs;
  // Whole weeks have the same sum wherever they begin, apart from a change of the clock.
  while (end - at >= weekMs) {
    sum += week;
    at += weekMs;
  }
  while (at < end) {
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
    const change = local.getTimeZoneTransition("next")?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
    // Until the clock is changed, one hour of the week follows the other.
    for (
      let hour = (local.dayOfWeek - 1) * 24 + local.hour,
        hourEnd = at + hourMs - ((local.minute * 60 + local.second) * 1_000 + local.millisecond);
      at < Math.min(change, end);
      hour++, hourEnd += hourMs
    ) {
      const until = Math.min(hourEnd, end, change);
      sum += ((values[hour % hoursOfWeek] ?? 0) * (until - at)) / hourMs;
      at = until;
    }
  }
  return sum;
}
