export const hoursOfWeek = 168;
/** Maximum number of weeks of history from which usual income is computed. */
export const historyWeeks = 8;
/** A chair with fewer weeks of history gets the average of those chairs of its outlet that have enough history. */
export const minWeeks = 4;

const hourMs = 3_600_000;

/**
 * Usual income and starts of a chair, with one element per hour of the week in the outlet's time zone from Monday
 * 0:00.
 */
export interface UsualIncome {
  readonly amountsMinor: readonly number[];
  readonly starts: readonly number[];
}

/**
 * Income and starts of one hour of the week (0 to 167) in one week of the history. `week` 0 is the seven days before
 * the hour in which the history was read.
 */
export interface HistoryHour {
  readonly week: number;
  readonly hour: number;
  readonly amountMinor: number;
  readonly starts: number;
}

/**
 * Distributes the median of the weekly sums over the hours of the week, in proportion to the sum of each hour over
 * all weeks. The median ignores a closed or exceptional week; a single hour has too few starts for its own median.
 * @returns null if the chair has fewer than `minWeeks` weeks of history
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

/** Returns the average of the given chairs of an outlet, or null for no chairs. */
export function usualOfOutlet(chairs: readonly UsualIncome[]): UsualIncome | null {
  if (chairs.length === 0) return null;
  const average = (valuesOf: (chair: UsualIncome) => readonly number[]) =>
    Array.from(
      { length: hoursOfWeek },
      (_, hour) => chairs.reduce((sum, chair) => sum + (valuesOf(chair)[hour] ?? 0), 0) / chairs.length,
    );
  return { amountsMinor: average((chair) => chair.amountsMinor), starts: average((chair) => chair.starts) };
}

/** Returns the sum of the usual values between two instants; a part of an hour counts in proportion to its length. */
export function sumOfHours(values: readonly number[], zone: string, from: Date, to: Date): number {
  let sum = 0;
  let at = from.getTime();
  const end = to.getTime();
  const week = values.reduce((a, b) => a + b, 0);
  const weekMs = hoursOfWeek * hourMs;
  // Every whole week has the same sum, whenever it begins; the hour that a time change adds or removes is ignored.
  while (end - at >= weekMs) {
    sum += week;
    at += weekMs;
  }
  while (at < end) {
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
    const change = local.getTimeZoneTransition("next")?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
    // Until the next time change, the hours of the week are consecutive, so one conversion to local time is enough.
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

/** @returns null if there are no values */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** Scales the median absolute deviation (MAD) to the standard deviation of a normal distribution. */
const madScale = 1.4826;

/**
 * Returns the median plus `deviations` robust standard deviations, which a few extreme values do not affect.
 * @returns null if there are no values
 */
export function robustUpperBound(values: readonly number[], deviations: number): number | null {
  const center = median(values);
  if (center === null) return null;
  const mad = median(values.map((value) => Math.abs(value - center))) as number;
  return center + deviations * madScale * mad;
}
