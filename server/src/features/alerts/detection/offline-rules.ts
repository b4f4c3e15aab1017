import { type Cause, chairCause, outletCause } from "#features/alerts/alert-cause-rules.ts";
import { openIntervals, type OutletHours, totalMs, within } from "#platform/time/opening-hours.ts";
import type { InstantRange } from "#platform/time/calendar.ts";
import { robustUpperBound } from "#features/alerts/usual-income/robust-statistics-rules.ts";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

export interface OfflineBounds {
  /** No chair is reported before it was offline for this long. */
  readonly minMs: number;
  /** A chair that is often offline is reported after this long at the latest. Longer absences are not usual. */
  readonly maxMs: number;
}

/** A chair with fewer absences is compared with the absences of its outlet. */
const minAbsences = 10;
/** Shorter interruptions are reconnections and describe no absence. */
const minAbsenceMs = minuteMs;
const deviations = 4;
/** Chairs of an outlet that are offline together have one cause. */
const minTogether = 3;
/** While the outlet's alert is open, so that it does not alternate with those of single chairs. */
const togetherWhileOpen = 2;
/** Chairs that lose power or network at the same time are detected as offline within this time of each other. */
const togetherWithinMs = 3 * minuteMs;
/** Days from which the usual switch-off times of a chair are derived. */
const nightDays = 14;
const stepMs = 5 * minuteMs;
/** Staff do not switch chairs off and on at the same minute every day. */
const nightToleranceMs = 30 * minuteMs;
/** How far back opening hours are read; a longer absence counts only from then on. */
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
  /** Ended absences of the last 60 days. */
  readonly absences: readonly Absence[];
}

export interface OfflineFacts {
  readonly chairs: readonly OfflineChair[];
  /** Durations of ended absences of each outlet's chairs. */
  readonly absencesOfOutletMs: ReadonlyMap<string, readonly number[]>;
  /** Opening hours of outlets that have them; the others are described by their chairs' absences. */
  readonly openingHours?: ReadonlyMap<string, OutletHours>;
  /** When a chair of each outlet last came back online. */
  readonly lastReturnOfOutlet?: ReadonlyMap<string, Date>;
  /** Outlets whose alert `outletOffline` is open. */
  readonly openOutlets: ReadonlySet<string>;
}

/**
 * Detects chairs that are offline longer than usual for them. Chairs of an outlet that went offline together form one
 * cause.
 */
export function detectOffline(facts: OfflineFacts, now: Date, bounds: OfflineBounds): Cause[] {
  const openOfOutlet = new Map(
    [...(facts.openingHours ?? [])].map(([outletId, hours]) => [outletId, recentlyOpen(hours, now)]),
  );
  const candidates = facts.chairs.filter(
    (chair) =>
      offlineMs(chair) >= bounds.minMs &&
      (openOfOutlet.has(chair.outletId) || !isUsuallyOff(chair.absences, now)),
  );
  const chairsOfOutlet = Map.groupBy(facts.chairs, (chair) => chair.outletId);
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
    const open = openOfOutlet.get(outletId);
    return open === undefined ? now.getTime() - since.getTime() : openMsSince(since, now, open);
  }

  /**
   * Chairs of an outlet return one after another: meanwhile its alert also covers the last of them, which would otherwise
   * get a separate alert.
   */
  function minTogetherOf(outletId: string): number {
    if (!facts.openOutlets.has(outletId)) return minTogether;
    const lastReturn = facts.lastReturnOfOutlet?.get(outletId);
    const isReturning = lastReturn !== undefined && now.getTime() - lastReturn.getTime() < bounds.minMs;
    return isReturning ? 1 : togetherWhileOpen;
  }

  /** Whether the outlet's alert is about to open, so that its first chair does not get a separate alert before it. */
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
      : shortAbsences(facts.absencesOfOutletMs.get(outletId) ?? [], bounds);
  }
}

/** Absences that indicate how long a chair is usually offline: neither reconnections nor outages and nights. */
const shortAbsences = (durationsMs: readonly number[], { maxMs }: OfflineBounds): readonly number[] =>
  durationsMs.filter((ms) => ms >= minAbsenceMs && ms <= maxMs);

/**
 * After how long an absence is unusual: median and MAD, so that one long outage does not hide the next. Computed on
 * logarithms, because a few absences are much longer than the rest: a weak network would otherwise be reported every day.
 */
export function unusualAfterMs(durationsMs: readonly number[], bounds: OfflineBounds): number {
  if (durationsMs.length < minAbsences) return bounds.minMs;
  const bound = Math.exp(robustUpperBound(durationsMs.map(Math.log), deviations) as number);
  return Math.min(Math.max(bound, bounds.minMs), bounds.maxMs);
}

/**
 * Whether the chair was offline at a time of day within half an hour of this one on at least half of the last 14 days:
 * an outlet that switches its chairs off at night is no fault.
 */
export function isUsuallyOff(absences: readonly Absence[], now: Date): boolean {
  const nights = absences.filter(({ from, to }) => to.getTime() - from.getTime() <= maxNightMs);
  for (let beforeMs = -nightToleranceMs; beforeMs <= nightToleranceMs; beforeMs += stepMs) {
    let days = 0;
    for (let day = 1; day <= nightDays; day++) {
      const at = now.getTime() - beforeMs - day * dayMs;
      if (nights.some(({ from, to }) => from.getTime() <= at && at < to.getTime())) days++;
    }
    if (days * 2 >= nightDays) return true;
  }
  return false;
}

/** When the outlet was open in the last days, and until half an hour from now, which shows whether it closes within that time. */
const recentlyOpen = (hours: OutletHours, now: Date): InstantRange[] =>
  openIntervals(hours, {
    from: new Date(now.getTime() - maxCountedMs),
    to: new Date(now.getTime() + nightToleranceMs),
  });

/**
 * How long a chair was offline while its outlet was open. One that went offline while the outlet was closed, or in its
 * last half hour, was switched off: it counts from half an hour after the next opening.
 * @param open when the outlet was and will be open, in order
 */
export function openMsSince(since: Date, now: Date, open: readonly InstantRange[]): number {
  const counted = open.filter(({ to }) => to > since);
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
