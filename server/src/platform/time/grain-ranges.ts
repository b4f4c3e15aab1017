import type { InstantRange } from "./calendar.ts";

const grains = ["quarter", "day", "month"] as const;
export type Grain = (typeof grains)[number];

/** The roll-up cells of one grain that start in [from, to). A cell is one quarter-hour, day, or month in UTC. */
export interface GrainRange {
  readonly grain: Grain;
  readonly from: Date;
  readonly to: Date;
}

/** Cells that a sum adds (weight 1) or subtracts (weight -1). */
export interface WeightedRange extends GrainRange {
  readonly weight: 1 | -1;
}

const quarterMs = 15 * 60_000;
const dayMs = 24 * 3_600_000;

/** Returns the start of the UTC cell that contains an instant. */
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
 * Returns the inner part of a range, which consists of whole cells of the coarser grain and may extend beyond the
 * range; null if no such cells are to be used.
 */
type InnerOf = (coarser: Grain, range: InstantRange) => InstantRange | null;

/**
 * Splits a range: the inner part, which `innerOf` returns, is split again into coarser cells; the edges before and
 * after the inner part consist of cells of the finer grain.
 */
function split(range: InstantRange, innerOf: InnerOf): WeightedRange[] {
  requireQuarterHours(range);
  const parts: WeightedRange[] = [];
  const add = (grain: Grain, from: Date, to: Date): void => {
    if (from < to) parts.push({ grain, from, to, weight: 1 });
    // The inner part extends beyond the range, so the excess is subtracted.
    if (from > to) parts.push({ grain, from: to, to: from, weight: -1 });
  };
  const cut = (grainIndex: number, { from, to }: InstantRange): void => {
    const grain = grains[grainIndex] as Grain;
    const coarser = grains[grainIndex + 1];
    const inner = coarser === undefined ? null : innerOf(coarser, { from, to });
    if (inner === null) return add(grain, from, to);
    add(grain, from, inner.from);
    cut(grainIndex + 1, inner);
    add(grain, inner.to, to);
  };
  if (range.from < range.to) cut(0, range);
  return parts;
}

/**
 * Splits a range into whole UTC months, whole UTC days around them, and quarter-hours at its edges, so that a sum over
 * any range reads a few hundred roll-up rows. The days of every time zone begin on a quarter-hour.
 * @throws RangeError if a boundary is not on a quarter-hour
 */
export const splitIntoGrains = (range: InstantRange): GrainRange[] =>
  split(range, (coarser, { from, to }) => {
    const inner = { from: cellAtOrAfter(coarser, from), to: cellStart(coarser, to) };
    return inner.from < inner.to ? inner : null;
  });

/**
 * Returns the cells that cover ascending ranges, without weights. Adjacent cells of one grain are joined, so that many
 * ranges are read by few index scans.
 */
export function splitConsecutive(ranges: readonly InstantRange[]): GrainRange[] {
  const joined: { grain: Grain; from: Date; to: Date }[] = [];
  for (const part of ranges.flatMap(splitIntoGrains)) {
    const last = joined.at(-1);
    if (last?.grain === part.grain && last.to.getTime() === part.from.getTime()) last.to = part.to;
    else joined.push({ ...part });
  }
  return joined;
}

/**
 * Splits a range into weighted ranges with few cells. Each end is rounded to the nearest boundary of the coarser grain;
 * what is missing is added, and the excess is subtracted: a day in Manila is a UTC day plus the eight hours before it
 * minus its last eight.
 * @throws RangeError if a boundary is not on a quarter-hour
 */
export const splitIntoWeightedRanges = (range: InstantRange): WeightedRange[] =>
  split(range, (coarser, { from, to }) => {
    const inner = { from: nearestCell(coarser, from), to: nearestCell(coarser, to) };
    const edgesMs =
      Math.abs(inner.from.getTime() - from.getTime()) + Math.abs(inner.to.getTime() - to.getTime());
    return inner.from < inner.to && edgesMs < to.getTime() - from.getTime() ? inner : null;
  });

function nearestCell(grain: Grain, at: Date): Date {
  const [before, after] = [cellStart(grain, at), cellAtOrAfter(grain, at)];
  return at.getTime() - before.getTime() < after.getTime() - at.getTime() ? before : after;
}
