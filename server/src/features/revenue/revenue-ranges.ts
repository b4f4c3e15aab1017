import type { InstantRange } from "#platform/time/calendar.ts";

export const grains = ["quarter", "day", "month"] as const;
export type Grain = (typeof grains)[number];

/** Whole roll-up cells of one grain: every cell that starts in [from, to). */
export interface GrainRange {
  readonly grain: Grain;
  readonly from: Date;
  readonly to: Date;
}

/** Cells that are added or subtracted. */
export interface WeightedRange extends GrainRange {
  readonly weight: 1 | -1;
}

const quarterMs = 15 * 60_000;
const dayMs = 24 * 3_600_000;

/** Start of the UTC cell that holds an instant. */
export function cellStart(grain: Grain, at: Date): Date {
  switch (grain) {
    case "quarter":
      return new Date(Math.floor(at.getTime() / quarterMs) * quarterMs);
    case "day":
      return new Date(Math.floor(at.getTime() / dayMs) * dayMs);
    case "month":
      return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  }
}

function cellAtOrAfter(grain: Grain, at: Date): Date {
  const start = cellStart(grain, at);
  if (start.getTime() === at.getTime()) return start;
  return grain === "month"
    ? new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1))
    : new Date(start.getTime() + (grain === "day" ? dayMs : quarterMs));
}

function requireQuarterHours({ from, to }: InstantRange): void {
  if (from.getTime() % quarterMs !== 0 || to.getTime() % quarterMs !== 0)
    throw new RangeError("A range of figures begins and ends on a quarter-hour");
}

/**
 * Splits a range into whole UTC months, whole UTC days around them and quarter-hours at its edges, so that a sum
 * reads a few hundred roll-up rows for any range. Every zone's boundaries fall on quarter-hours.
 * @throws RangeError where a boundary does not.
 */
export function splitIntoGrains({ from, to }: InstantRange): GrainRange[] {
  requireQuarterHours({ from, to });
  const parts: GrainRange[] = [];
  const cut = (grainIndex: number, start: Date, end: Date): void => {
    if (start >= end) return;
    const grain = grains[grainIndex] as Grain;
    const coarser = grains[grainIndex + 1];
    if (coarser === undefined) {
      parts.push({ grain, from: start, to: end });
      return;
    }
    const innerFrom = cellAtOrAfter(coarser, start);
    const innerTo = cellStart(coarser, end);
    if (innerFrom >= innerTo) {
      parts.push({ grain, from: start, to: end });
      return;
    }
    if (start < innerFrom) parts.push({ grain, from: start, to: innerFrom });
    cut(grainIndex + 1, innerFrom, innerTo);
    if (innerTo < end) parts.push({ grain, from: innerTo, to: end });
  };
  cut(0, from, to);
  return parts;
}

/**
 * Splits a range into few weighted cells. Each end is rounded to the nearest boundary of the coarser grain, and the excess
 * is subtracted: a day in Manila is a UTC day plus the eight hours before it minus its last eight.
 * @throws RangeError where a boundary is not on a quarter-hour.
 */
export function weighIntoGrains({ from, to }: InstantRange): WeightedRange[] {
  requireQuarterHours({ from, to });
  const parts: WeightedRange[] = [];
  const cut = (grainIndex: number, start: Date, end: Date): void => {
    if (start >= end) return;
    const grain = grains[grainIndex] as Grain;
    const add = (a: Date, b: Date): void => {
      if (a < b) parts.push({ grain, from: a, to: b, weight: 1 });
      if (a > b) parts.push({ grain, from: b, to: a, weight: -1 });
    };
    const coarser = grains[grainIndex + 1];
    if (coarser === undefined) return add(start, end);
    const innerFrom = nearestCell(coarser, start);
    const innerTo = nearestCell(coarser, end);
    const edgesMs =
      Math.abs(innerFrom.getTime() - start.getTime()) + Math.abs(innerTo.getTime() - end.getTime());
    if (innerFrom >= innerTo || edgesMs >= end.getTime() - start.getTime()) return add(start, end);
    add(start, innerFrom);
    cut(grainIndex + 1, innerFrom, innerTo);
    add(innerTo, end);
  };
  cut(0, from, to);
  return parts;
}

function nearestCell(grain: Grain, at: Date): Date {
  const [before, after] = [cellStart(grain, at), cellAtOrAfter(grain, at)];
  return at.getTime() - before.getTime() < after.getTime() - at.getTime() ? before : after;
}
