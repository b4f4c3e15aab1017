import { type Cause, chairCause, outletCause } from "#features/alerts/alert-cause-rules.ts";
import { openIntervals, type OutletHours, totalMs, within } from "#platform/time/opening-hours.ts";
import type { InstantRange } from "#platform/time/calendar.ts";
import { robustUpperBound } from "#features/alerts/usual-income/usual-income-rules.ts";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

export interface OfflineBounds {
  /** A chair is reported only after it was offline for this long. */
  readonly minMs: number;
  /**
   * A chair that is often offline is reported after this long at the latest. Longer absences never count as usual.
   */
  readonly maxMs: number;
}

/** A chair with fewer usual absences than this is compared with the absences of all chairs of its outlet. */
const minAbsences = 10;
/** Shorter absences are reconnections and do not count as usual absences. */
const minAbsenceMs = minuteMs;
/** Number of robust standard deviations above the median from which an absence is unusual (see `unusualAfterMs`). */
const deviations = 4;
/** If at least this many chairs of an outlet are offline, one alert of the outlet replaces those of the chairs. */
const minTogether = 3;
/**
 * The value of `minTogether` while the outlet's alert is open. It is lower, so that a single chair that reconnects and
 * is lost again does not resolve and reopen the alert (hysteresis).
 */
const togetherWhileOpen = 2;
/** Chairs that lose power or network at the same time are detected as offline within this time of each other. */
const togetherWithinMs = 3 * minuteMs;
/** The usual switch-off times of a chair are derived from this many days. */
const nightDays = 14;
/** Interval between the times of day that `isUsuallyOff` checks. */
const stepMs = 5 * minuteMs;
/** Tolerance for the times at which staff switch chairs off and on, which vary from day to day. */
const nightToleranceMs = 30 * minuteMs;
/** Opening hours are read only this far back: the earlier hours of a longer absence do not count. */
const maxCountedMs = 8 * dayMs;
/** A longer absence is an outage and does not indicate a usual switch-off time. */
const maxNightMs = 20 * 60 * minuteMs;

export interface Absence {
  readonly from: Date;
  readonly to: Date;
}

export interface OfflineChair {
  readonly deviceId: string;
  readonly outletId: string;
  readonly since: Date;
  /** The newest ended absences, which show how long and at which times of day the chair is usually offline. */
  readonly absences: readonly Absence[];
}

export interface OutletAbsences {
  /** Durations of ended absences of the outlet's chairs. */
  readonly durationsMs: readonly number[];
  /** The last end of an absence, which is normally the time at which a chair came back online; null for none. */
  readonly lastReturn: Date | null;
}

export interface OfflineFacts {
  readonly chairs: readonly OfflineChair[];
  readonly absencesOfOutlet: ReadonlyMap<string, OutletAbsences>;
  /** By outlet. For an outlet without opening hours, the absences of its chairs indicate when it is closed. */
  readonly openingHours?: ReadonlyMap<string, OutletHours>;
  /** Outlets whose alert `outletOffline` is open. */
  readonly openOutlets: ReadonlySet<string>;
}

/**
 * Detects chairs that have been offline for an unusually long time. If at least `minTogether` chairs of an outlet
 * have been offline for `minMs` (fewer while its alert is open), returns one cause `outletOffline` instead of one
 * per chair.
 */
export function detectOffline(facts: OfflineFacts, now: Date, bounds: OfflineBounds): Cause[] {
  const chairsOfOutlet = Map.groupBy(facts.chairs, (chair) => chair.outletId);
  const openIntervalsOfOutlet = new Map(
    [...chairsOfOutlet.keys()].flatMap((outletId) => {
      const hours = facts.openingHours?.get(outletId);
      return hours === undefined ? [] : [[outletId, recentlyOpen(hours, now)]];
    }),
  );
  const candidates = facts.chairs.filter(
    (chair) =>
      offlineMs(chair) >= bounds.minMs &&
      (openIntervalsOfOutlet.has(chair.outletId) || !isUsuallyOff(chair.absences, now)),
  );
  return [...Map.groupBy(candidates, (chair) => chair.outletId)].flatMap(([outletId, chairs]) => {
    if (chairs.length >= minTogetherOf(outletId))
      return [
        outletCause(
          "outletOffline",
          { outletId, since: earliest(chairs), quantity: chairs.length },
          chairs.map((chair) => chair.deviceId),
        ),
      ];
    return chairs
      .filter((chair) => offlineMs(chair) >= unusualAfterMs(historyOf(chair), bounds))
      .filter((chair) => !isOneOfSeveral(chair))
      .map((chair) => chairCause("chairOffline", chair));
  });

  function offlineMs({ outletId, since }: OfflineChair): number {
    const intervals = openIntervalsOfOutlet.get(outletId);
    return intervals === undefined ? now.getTime() - since.getTime() : openMsSince(since, now, intervals);
  }

  /**
   * Returns how many offline chairs of an outlet are reported as `outletOffline`. While this alert is open and chairs
   * come back one after another, one is enough, because the last offline chairs would otherwise get separate alerts.
   */
  function minTogetherOf(outletId: string): number {
    if (!facts.openOutlets.has(outletId)) return minTogether;
    const lastReturn = facts.absencesOfOutlet.get(outletId)?.lastReturn;
    const isReturning = lastReturn && now.getTime() - lastReturn.getTime() < bounds.minMs;
    return isReturning ? 1 : togetherWhileOpen;
  }

  /**
   * Whether the chair went offline at the same time as at least two others of its outlet, and one of them has not
   * been offline for `minMs` yet. The chair then gets no alert of its own, because the outlet may be about to get
   * one.
   */
  function isOneOfSeveral({ outletId, since }: OfflineChair): boolean {
    const together = (chairsOfOutlet.get(outletId) ?? []).filter(
      (other) => Math.abs(other.since.getTime() - since.getTime()) <= togetherWithinMs,
    );
    return together.length >= minTogether && together.some((other) => offlineMs(other) < bounds.minMs);
  }

  function historyOf({ outletId, absences }: OfflineChair): readonly number[] {
    const own = shortAbsences(
      absences.map(({ from, to }) => to.getTime() - from.getTime()),
      bounds,
    );
    return own.length >= minAbsences
      ? own
      : shortAbsences(facts.absencesOfOutlet.get(outletId)?.durationsMs ?? [], bounds);
  }
}

/**
 * Returns the durations that show how long a chair is usually offline. Reconnections are shorter, and outages and
 * nights are longer than these absences.
 */
const shortAbsences = (durationsMs: readonly number[], { maxMs }: OfflineBounds): readonly number[] =>
  durationsMs.filter((ms) => ms >= minAbsenceMs && ms <= maxMs);

/**
 * Returns after how many milliseconds an absence is unusual: the median plus `deviations` robust standard deviations
 * (MAD), so that one long outage does not raise the limit. The result is between `minMs` and `maxMs`, and `minMs` if
 * there are fewer than `minAbsences` absences. Computed on logarithms, because a few absences are much longer than
 * the rest, and a chair with a weak network would otherwise be reported every day.
 */
export function unusualAfterMs(durationsMs: readonly number[], bounds: OfflineBounds): number {
  if (durationsMs.length < minAbsences) return bounds.minMs;
  const bound = Math.exp(robustUpperBound(durationsMs.map(Math.log), deviations) as number);
  return Math.min(Math.max(bound, bounds.minMs), bounds.maxMs);
}

/**
 * Returns whether there is a time of day, at most 30 minutes from the current one, at which the chair was offline on at
 * least half of the last 14 days. Staff have then probably switched it off for the night, which is not a fault.
 */
export function isUsuallyOff(absences: readonly Absence[], now: Date): boolean {
  const nights = absences.filter(({ from, to }) => to.getTime() - from.getTime() <= maxNightMs);
  for (let shiftMs = -nightToleranceMs; shiftMs <= nightToleranceMs; shiftMs += stepMs) {
    let days = 0;
    for (let day = 1; day <= nightDays; day++) {
      const at = now.getTime() - shiftMs - day * dayMs;
      if (nights.some(({ from, to }) => from.getTime() <= at && at < to.getTime())) days++;
    }
    if (days * 2 >= nightDays) return true;
  }
  return false;
}

/** The outlet's open intervals of the last eight days, and of the next half hour to detect that it closes soon. */
const recentlyOpen = (hours: OutletHours, now: Date): InstantRange[] =>
  openIntervals(hours, {
    from: new Date(now.getTime() - maxCountedMs),
    to: new Date(now.getTime() + nightToleranceMs),
  });

/**
 * Returns for how many milliseconds a chair was offline while its outlet was open. A chair that went offline while
 * the outlet was closed, or less than half an hour before it closed, was probably switched off by staff. Its time then
 * counts from half an hour after the next opening.
 * @param intervals the outlet's open intervals in ascending order
 */
export function openMsSince(since: Date, now: Date, intervals: readonly InstantRange[]): number {
  const counted = intervals.filter(({ to }) => to > since);
  const [current, ...later] = counted;
  if (current === undefined) return 0;
  const wasOpen = current.from <= since;
  if (wasOpen && current.to.getTime() - since.getTime() >= nightToleranceMs)
    return totalMs(within(counted, { from: since, to: now }));
  const [next, ...rest] = wasOpen ? later : counted;
  if (next === undefined) return 0;
  const from = new Date(next.from.getTime() + nightToleranceMs);
  return totalMs(within([next, ...rest], { from, to: now }));
}

const earliest = (chairs: readonly OfflineChair[]): Date =>
  new Date(Math.min(...chairs.map((chair) => chair.since.getTime())));
