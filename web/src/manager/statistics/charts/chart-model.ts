import type { ChartReply } from "./chart-queries.ts";

export type PartName = "online" | "cash" | "free";
type Point = { readonly at: string; readonly earlier: number | null } & Partial<
  Readonly<Record<PartName, number>>
>;

/** The times of a chart in milliseconds since the epoch. */
export interface ChartTimes {
  readonly from: number;
  /** End of the last point. */
  readonly to: number;
  readonly unit: ChartReply["unit"];
  /** Beginning of each point. */
  readonly at: readonly number[];
  /** The comparable part of the earlier range. */
  readonly before: { readonly from: number; readonly to: number; readonly until: number };
}

/** The data of a chart. */
export interface ChartModel extends ChartTimes {
  /** Values of each point, as counts or in minor units. */
  readonly parts: readonly { readonly name: PartName; readonly values: readonly number[] }[];
  /** Number of points whose time has begun; later points have no values yet. */
  readonly known: number;
  /** Whether the period of the last known point is still running, so that its value may change. */
  readonly open: boolean;
  /** Value of the corresponding part of the earlier range; null if there is none. */
  readonly earlier: readonly (number | null)[];
  readonly before: ChartTimes["before"] & {
    /** Value of the comparable part of the earlier range. */
    readonly total: number;
  };
}

export const beforeOf = ({ from, to, until }: ChartReply["earlier"]): ChartTimes["before"] => ({
  from: Date.parse(from),
  to: Date.parse(to),
  until: Date.parse(until),
});

export function modelOf(
  { from, to, unit, earlier }: Pick<ChartReply, "from" | "to" | "unit" | "earlier">,
  { points, earlierTotal }: { readonly points: readonly Point[]; readonly earlierTotal: number },
  names: readonly PartName[],
  now: number,
): ChartModel {
  const at = points.map((point) => Date.parse(point.at));
  const parts = names.map((name) => ({ name, values: points.map((point) => point[name] ?? 0) }));
  const startedCount = at.filter((instant) => instant <= now).length;
  // The first point, and points with values, count as begun even if the browser's estimate of the server's time is too
  // early.
  const counted = points.reduce(
    (last, point, index) => (names.some((name) => (point[name] ?? 0) !== 0) ? index + 1 : last),
    0,
  );
  const known = Math.max(startedCount, counted, Math.min(1, points.length));
  return {
    from: Date.parse(from),
    to: Date.parse(to),
    unit,
    at,
    parts,
    known,
    open: known > 0 && (at[known] ?? Date.parse(to)) > now,
    earlier: points.map((point) => point.earlier),
    before: { ...beforeOf(earlier), total: earlierTotal },
  };
}

export const endOf = (model: ChartTimes, index: number): number => model.at[index + 1] ?? model.to;

/**
 * Returns the link to the transactions or orders behind a figure. The first call takes the time range, in milliseconds
 * since the epoch; the second call takes the part of the chart, or null for all parts.
 */
export type ChartLinks = (from: number, to: number) => (part: PartName | null) => string;

/** Returns the links of a point, or of the whole period if `index` is null; undefined if `rows` is null. */
export const linksOf = (model: ChartModel, index: number | null, rows: ChartLinks | null) =>
  index === null ? rows?.(model.from, model.to) : rows?.(model.at[index] ?? model.from, endOf(model, index));

/** Returns the values of a point, or the sums of all points if `index` is null. */
export function sumsOf(
  model: ChartModel,
  index: number | null,
): Readonly<Record<PartName, number>> & { total: number } {
  const sums = { online: 0, cash: 0, free: 0, total: 0 };
  for (const { name, values } of model.parts) {
    const sum = index === null ? values.reduce((all, value) => all + value, 0) : (values[index] ?? 0);
    sums[name] = sum;
    sums.total += sum;
  }
  return sums;
}

export const isEmpty = (model: ChartModel): boolean =>
  model.before.total === 0 && model.parts.every(({ values }) => values.every((value) => value === 0));
