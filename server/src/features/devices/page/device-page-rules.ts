import { type DeviceCondition, isInUse } from "#features/devices/devices-rules.ts";
import { totalMs } from "#platform/time/opening-hours.ts";
import { splitIntoDays, type InstantRange } from "#platform/time/calendar.ts";
import { hourShareDays } from "@reposo/contract/devices/device-page.ts";

/** A period in which a chair ran. */
export type Run = InstantRange;

export interface DayUse {
  /** Minutes in which the chair ran, rounded. */
  readonly minutes: number;
  /** Minutes in which the outlet was open, rounded; null if the outlet has no opening hours. */
  readonly openMinutes: number | null;
  /** Percentage of the open time in which the chair ran, rounded; null if there was no open time. */
  readonly share: number | null;
}

/**
 * Returns the use of a chair in each interval from one of `starts` to the next; the last interval ends at `to`.
 * Overlapping runs count once, for example when a coin is inserted during another massage.
 * @param openRanges open intervals of the outlet, sorted and without overlaps; null if it has no opening hours
 */
export function useByDay(
  runs: readonly Run[],
  openRanges: readonly InstantRange[] | null,
  starts: readonly Date[],
  to: Date,
): DayUse[] {
  const ran = msPerInterval(runs, starts, to);
  const openMs = openRanges === null ? null : msPerInterval(openRanges, starts, to);
  const ranOpenMs = openRanges === null ? null : msPerInterval(common(runs, openRanges), starts, to);
  return ran.map((ms, index) => ({
    minutes: Math.round(ms / 60_000),
    openMinutes: openMs === null ? null : Math.round((openMs[index] ?? 0) / 60_000),
    share: percent(ranOpenMs?.[index] ?? 0, openMs?.[index] ?? 0),
  }));
}

/** Returns the percentage of the open time in which a chair ran, rounded; null if there is no open time. */
export const shareOf = (runs: readonly Run[], openRanges: readonly InstantRange[]): number | null =>
  percent(totalMs(common(runs, openRanges)), totalMs(openRanges));

const percent = (part: number, all: number): number | null =>
  all === 0 ? null : Math.round((100 * part) / all);

/** Returns the intersection of runs and open intervals, sorted. */
function common(runs: readonly Run[], openRanges: readonly InstantRange[]): InstantRange[] {
  const shared: InstantRange[] = [];
  let first = 0;
  for (const run of mergeRuns(runs)) {
    while (first < openRanges.length && (openRanges[first] as InstantRange).to <= run.from) first += 1;
    for (let next = first; next < openRanges.length; next += 1) {
      const one = openRanges[next] as InstantRange;
      if (one.from >= run.to) break;
      shared.push({ from: one.from > run.from ? one.from : run.from, to: one.to < run.to ? one.to : run.to });
    }
  }
  return shared;
}

function msPerInterval(runs: readonly Run[], starts: readonly Date[], to: Date): number[] {
  const merged = mergeRuns(runs);
  let next = 0;
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? to;
    let ms = 0;
    for (; next < merged.length; next += 1) {
      const run = merged[next] as Run;
      if (run.from >= end) break;
      ms += overlapMs(run, { from: start, to: end });
      // The rest of this run is counted in the next interval.
      if (run.to > end) break;
    }
    return ms;
  });
}

/** A calendar hour. `hoursSince` shortens the current hour, so that it ends now. */
export interface CalendarHour {
  readonly from: Date;
  readonly to: Date;
  /** Hour of the week, from 0 (Monday 0:00) to 167 (Sunday 23:00). */
  readonly ofWeek: number;
}

export const hoursOfWeek = 168;

/**
 * Returns for each hour of the week the percentage of the open time in which a chair ran, rounded. Null for an hour of
 * the week that is not in `hours`, or in which the outlet was never open.
 * @param hours consecutive hours, oldest first
 * @param openRanges as in `useByDay`; null counts all time as open
 */
export function shareByHour(
  runs: readonly Run[],
  hours: readonly CalendarHour[],
  openRanges: readonly InstantRange[] | null,
): (number | null)[] {
  const last = hours.at(-1);
  if (last === undefined) return Array.from({ length: hoursOfWeek }, () => null);
  const starts = hours.map(({ from }) => from);
  const ran = msPerInterval(openRanges === null ? runs : common(runs, openRanges), starts, last.to);
  const openMs = openRanges === null ? null : msPerInterval(openRanges, starts, last.to);
  const sums = Array.from({ length: hoursOfWeek }, () => ({ ran: 0, all: 0 }));
  for (const [index, { from, to, ofWeek }] of hours.entries()) {
    const sum = sums[ofWeek];
    if (sum === undefined) continue;
    sum.ran += ran[index] ?? 0;
    sum.all += openMs === null ? to.getTime() - from.getTime() : (openMs[index] ?? 0);
  }
  return sums.map(({ ran: used, all }) => percent(used, all));
}

/** Returns the hours of the week during which the outlet is closed completely, in every week of `hours`. */
export function closedHours(hours: readonly CalendarHour[], openRanges: readonly InstantRange[]): number[] {
  const last = hours.at(-1);
  if (last === undefined) return [];
  const openMs = msPerInterval(
    openRanges,
    hours.map(({ from }) => from),
    last.to,
  );
  const opens = new Set(hours.flatMap(({ ofWeek }, index) => ((openMs[index] ?? 0) > 0 ? [ofWeek] : [])));
  return Array.from({ length: hoursOfWeek }, (_, ofWeek) => ofWeek).filter((ofWeek) => !opens.has(ofWeek));
}

const overlapMs = (a: Run, b: Run): number =>
  Math.max(0, Math.min(a.to.getTime(), b.to.getTime()) - Math.max(a.from.getTime(), b.from.getTime()));

function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of runs.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = merged.at(-1);
    if (last === undefined || run.from > last.to) merged.push(run);
    else if (run.to > last.to) merged[merged.length - 1] = { from: last.from, to: run.to };
  }
  return merged;
}

export interface StateTimes {
  /** Time of the chair's latest fault event; null if there is none. */
  readonly faultAt: Date | null;
  /** Start of the running order; null if no order is running. */
  readonly runStartedAt: Date | null;
  /** End of the latest order that has started; null if this order is running, or if no order has started. */
  readonly lastRunEndedAt: Date | null;
}

export interface DeviceState extends DeviceCondition {
  readonly atOutletSince: Date;
  readonly lastSeenAt: Date | null;
  readonly liveOrder: object | null;
  readonly unorderedRunEndsAt: Date | null;
}

/**
 * Returns when the chair's current state began, or null if unknown. If several states apply, the first of this list
 * counts: disabled, offline, faulty, in use, idle. A fault, a run, or the end of the last run before the chair's
 * move to its outlet counts from the move, because data of other outlets are not shown.
 */
export function stateSince(device: DeviceState, times: StateTimes): Date | null {
  if (device.disabledAt !== null) return device.disabledAt;
  if (!device.online) return device.lastSeenAt;
  const since =
    device.fault !== null ? times.faultAt : isInUse(device) ? times.runStartedAt : times.lastRunEndedAt;
  return since !== null && since < device.atOutletSince ? device.atOutletSince : since;
}

/** Returns all hours of the last `hourShareDays` days, including the remaining hours of today. */
export function hoursOfWeeks(now: Date, zone: string): CalendarHour[] {
  const { starts, range } = splitIntoDays(hourShareDays, "hour", now, zone);
  return starts.map((from, index) => {
    const local = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone);
    const ofWeek = (local.dayOfWeek - 1) * 24 + local.hour;
    return { from, to: starts[index + 1] ?? range.to, ofWeek };
  });
}

/** Returns the hours between `begin` and `now`. The first one may contain `begin`; the last one ends at `now`. */
export const hoursSince = (hours: readonly CalendarHour[], begin: Date, now: Date): CalendarHour[] =>
  hours
    .filter(({ from, to }) => to > begin && from < now)
    .map((hour) => ({ ...hour, to: hour.to < now ? hour.to : now }));
