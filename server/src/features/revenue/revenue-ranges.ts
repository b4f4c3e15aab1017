import type { InstantRange } from "@reposo/contract/calendar.ts";

export const grains = ["quarter", "day", "month"] as const;
export type Grain = (typeof grains)[number];

/** Whole roll-up cells of one grain: every cell that starts in [from, to). */
export interface GrainRange {
  readonly grain: Grain;
  readonly from: Date;
  readonly to: Date;
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

/**
 * Cuts a range into whole UTC months, whole UTC days around them and quarter-hours at its edges, so that a sum
 * reads a few hundred roll-up rows however long the range is. Every zone's boundaries fall on quarter-hours.
 * @throws RangeError where a boundary does not.
 */
export function splitIntoGrains({ from, to }: InstantRange): GrainRange[] {
  if (from.getTime() % quarterMs !== 0 || to.getTime() % quarterMs !== 0)
    throw new RangeError("A range of figures begins and ends on a quarter-hour");
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
