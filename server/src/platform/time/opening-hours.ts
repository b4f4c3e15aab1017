import type { OpeningHours } from "@reposo/contract/outlets/opening-hours.ts";
import type { InstantRange } from "./calendar.ts";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** Weekday of 1 January 1970, a Thursday; Monday is 0. */
const weekdayOfDayZero = 3;

export interface OutletHours {
  readonly week: OpeningHours;
  readonly timeZone: string;
}

/**
 * Returns the intervals of a range in which an outlet is open, oldest first; adjacent intervals are joined. Opening
 * hours are local time: an hour that the clocks skip is not open, and an hour that the clocks repeat is open twice.
 */
export function openIntervals({ week, timeZone }: OutletHours, range: InstantRange): InstantRange[] {
  const intervals: { from: number; to: number }[] = [];
  for (const { from, to, offsetMs } of offsetsIn(range, timeZone))
    for (const period of localPeriods(week, from + offsetMs, to + offsetMs)) {
      const begins = Math.max(from, period.from - offsetMs);
      const ends = Math.min(to, period.to - offsetMs);
      const last = intervals.at(-1);
      if (begins >= ends) continue;
      if (last !== undefined && begins <= last.to) last.to = ends;
      else intervals.push({ from: begins, to: ends });
    }
  return intervals.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }));
}

/** Returns opening periods that may overlap a range, in milliseconds of local time. */
function localPeriods(week: OpeningHours, from: number, to: number): { from: number; to: number }[] {
  const periods = [];
  // Opening hours of the previous day may end after midnight.
  for (let day = Math.floor(from / dayMs) - 1; day * dayMs < to; day += 1) {
    const weekday = (((day + weekdayOfDayZero) % 7) + 7) % 7;
    for (const { opens, closes } of week[weekday] ?? [])
      periods.push({ from: day * dayMs + opens * minuteMs, to: day * dayMs + closes * minuteMs });
  }
  return periods;
}

/** Returns the offsets of a zone from UTC within a range, each with the part of the range to which it applies. */
function offsetsIn({ from, to }: InstantRange, timeZone: string) {
  const parts: { from: number; to: number; offsetMs: number }[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone);
  while (at.epochMilliseconds < to.getTime()) {
    const next = at.getTimeZoneTransition("next");
    const ends = Math.min(next?.epochMilliseconds ?? Number.POSITIVE_INFINITY, to.getTime());
    parts.push({ from: at.epochMilliseconds, to: ends, offsetMs: at.offsetNanoseconds / 1_000_000 });
    if (next === null || ends === to.getTime()) break;
    at = next;
  }
  return parts;
}

/** Returns the parts of `ranges` that lie within `range`. */
export const within = (ranges: readonly InstantRange[], range: InstantRange): InstantRange[] =>
  ranges.flatMap(({ from, to }) => {
    const [begins, ends] = [from > range.from ? from : range.from, to < range.to ? to : range.to];
    return begins < ends ? [{ from: begins, to: ends }] : [];
  });

export const totalMs = (ranges: readonly InstantRange[]): number =>
  ranges.reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0);
