import type { ChartReply } from "./chart-queries.ts";

export type PartName = "online" | "cash" | "free";
type Point = { readonly at: string; readonly earlier: number | null } & Partial<
  Readonly<Record<PartName, number>>
>;

/** The data of a chart. Times are in milliseconds since the epoch; `to` is the end of the last point. */
export interface ChartModel {
  readonly from: number;
  readonly to: number;
  readonly unit: ChartReply["unit"];
  readonly at: readonly number[];
  /** Values of each point, as counts or in minor units. */
  readonly parts: readonly { readonly name: PartName; readonly values: readonly number[] }[];
  /** Number of points whose time has begun; later points have no values yet. */
  readonly known: number;
  /** Whether the period of the last known point is still running, so that its value may change. */
  readonly open: boolean;
  /** Value of the corresponding part of the earlier range; null if there is none. */
  readonly earlier: readonly (number | null)[];
  /** The comparable part of the earlier range, and its value. */
  readonly before: {
    readonly from: number;
    readonly to: number;
    readonly until: number;
    readonly total: number;
  };
}

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
    before: {
      from: Date.parse(earlier.from),
      to: Date.parse(earlier.to),
      until: Date.parse(earlier.until),
      total: earlierTotal,
    },
  };
}

export const endOf = (model: ChartModel, index: number): number => model.at[index + 1] ?? model.to;

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
