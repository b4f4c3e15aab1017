import { cutDays } from "#platform/time/calendar.ts";
import { hourShareDays } from "@reposo/contract/devices/device-page.ts";

/** A time in which a chair ran. */
export interface Run {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Whole minutes that a chair ran between each of `starts` and the next, the last ending at `to`. Overlapping runs, as
 * of a coin during another massage, count once.
 */
export const minutesRun = (runs: readonly Run[], starts: readonly Date[], to: Date): number[] =>
  runMs(runs, starts, to).map((ms) => Math.round(ms / 60_000));

function runMs(runs: readonly Run[], starts: readonly Date[], to: Date): number[] {
  const merged = mergeRuns(runs);
  let next = 0;
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? to;
    let ms = 0;
    for (; next < merged.length; next += 1) {
      const run = merged[next] as Run;
      if (run.from >= end) break;
      ms += overlapMs(run, { from: start, to: end });
      // The rest of this run belongs to the next interval.
      if (run.to > end) break;
    }
    return ms;
  });
}

/** A calendar hour that has begun since the chair was installed. */
export interface CalendarHour {
  readonly from: Date;
  /** Its end, or now in the current hour. */
  readonly to: Date;
  /** Hour of the week: 0 is Monday 0:00, 167 Sunday 23:00. */
  readonly ofWeek: number;
}

export const hoursOfWeek = 168;

/**
 * Percent of each hour of the week that a chair ran, rounded; null for hours that have not come yet.
 * @param hours oldest first, without a gap
 */
export function shareByHour(runs: readonly Run[], hours: readonly CalendarHour[]): (number | null)[] {
  const last = hours.at(-1);
  if (last === undefined) return Array.from({ length: hoursOfWeek }, () => null);
  const ran = runMs(
    runs,
    hours.map(({ from }) => from),
    last.to,
  );
  const sums = Array.from({ length: hoursOfWeek }, () => ({ ran: 0, all: 0 }));
  for (const [index, { from, to, ofWeek }] of hours.entries()) {
    const sum = sums[ofWeek];
    if (sum === undefined) continue;
    sum.ran += ran[index] ?? 0;
    sum.all += to.getTime() - from.getTime();
  }
  return sums.map(({ ran: used, all }) => (all === 0 ? null : Math.round((100 * used) / all)));
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
  /** The chair's latest fault event. */
  readonly faultAt: Date | null;
  /** Start of the run that has not ended; null where none runs or its start was not reported. */
  readonly runStartedAt: Date | null;
  readonly lastRunEndedAt: Date | null;
}

export interface DeviceState {
  readonly disabledAt: Date | null;
  readonly online: boolean;
  readonly lastSeenAt: Date | null;
  readonly fault: string | null;
  readonly liveOrder: object | null;
  readonly unorderedRunEndsAt: Date | null;
}

/** Since when a chair is disabled, offline, faulty, in use or idle: the first of these that applies. */
export function stateSince(device: DeviceState, times: StateTimes): Date | null {
  if (device.disabledAt !== null) return device.disabledAt;
  if (!device.online) return device.lastSeenAt;
  if (device.fault !== null) return times.faultAt;
  if (device.liveOrder !== null || device.unorderedRunEndsAt !== null) return times.runStartedAt;
  return times.lastRunEndedAt;
}

/** The hours of the last weeks until now, from the one in which the chair was installed. */
export function hoursSince(installedAt: Date, now: Date, zone: string): CalendarHour[] {
  const { starts, range } = cutDays(hourShareDays, "hour", now, zone);
  return starts.flatMap((from, index) => {
    const end = starts[index + 1] ?? range.to;
    if (end <= installedAt || from >= now) return [];
    const local = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone);
    const ofWeek = (local.dayOfWeek - 1) * 24 + local.hour;
    return [{ from, to: end < now ? end : now, ofWeek }];
  });
}
