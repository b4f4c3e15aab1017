import { area, curveLinear, curveMonotoneX, line } from "d3-shape";
import type { ChartLayout } from "./chart-layout.ts";
import styles from "./chart.module.css";
import { classNames } from "#ui/theme/class-names.ts";

/**
 * Names of the styles of a part, by its index. Stroke, fill, and dots differ, so that parts are distinguishable without
 * colour.
 */
const seriesStyles = ["first", "second", "third"] as const;
type SeriesStyle = (typeof seriesStyles)[number];

export interface ChartPart {
  readonly name: string;
  readonly values: readonly number[];
}

const seriesStyleOf = (index: number): SeriesStyle => seriesStyles[index] ?? "third";

interface MarksProps {
  readonly layout: ChartLayout;
  readonly parts: readonly ChartPart[];
  /** Number of points that have values. */
  readonly known: number;
  /** Whether the time of the last known point is not over yet, so that its value may still change. */
  readonly open: boolean;
  /** Index of the selected point; null if none is selected. */
  readonly chosen: number | null;
}

/** Smallest height of a bar and gap between the stacked parts of a wide one, in pixels. */
const minBarHeight = 1.5;
const stackGap = 1.5;
/** A bar of less height, in pixels, is filled without an outline, which would leave no interior. */
const flatBelow = 8;

export function LineMarks({ layout, parts, known, chosen, open }: MarksProps) {
  const { x, y } = layout;
  // With less space per point, curves and dots would be indistinct.
  const isDense = layout.band < 5;
  const curve = isDense ? curveLinear : curveMonotoneX;
  const path = line<number>((_, index) => x(index), y).curve(curve);
  const areaPath = area<number>((_, index) => x(index), y(0), y).curve(curve);
  const drawn = parts.map((part, index) => ({
    ...part,
    seriesStyle: seriesStyleOf(index),
    values: part.values.slice(0, known),
  }));
  return (
    <>
      {drawn[0] !== undefined && <path className={styles.areaFill} d={areaPath(drawn[0].values) ?? ""} />}
      {drawn.map(({ name, values, seriesStyle }) => (
        <path
          key={name}
          className={classNames(styles.line, styles[seriesStyle], isDense && styles.thin)}
          d={path(values) ?? ""}
        />
      ))}
      {drawn.map(({ name, values, seriesStyle }) =>
        values.map((value, index) => {
          const latest = index === known - 1;
          // Dots mark the latest value if it may still change, all values if there are at most seven and enough space,
          // and a single value, which has no line.
          const isMarked = (latest && open && !isDense) || (layout.band > 8 && known <= 7) || known === 1;
          if (index !== chosen && !isMarked) return null;
          return (
            <Dot
              key={`${name} ${x(index)}`}
              seriesStyle={seriesStyle}
              x={x(index)}
              y={y(value)}
              isHollow={latest && open && index !== chosen}
            />
          );
        }),
      )}
    </>
  );
}

export function BarMarks({
  layout,
  parts,
  known,
  open,
  chosen,
  patternId,
}: MarksProps & { patternId: string }) {
  const { x, y, band } = layout;
  // Narrow bands leave less space between bars, so that the bars stay visible.
  const width = Math.max(1, Math.min(band * (band > 6 ? 0.62 : 0.9), 40));
  return Array.from({ length: known }, (_, index) => {
    let base = 0;
    return parts.map(({ name, values }, partIndex) => {
      const value = values[index] ?? 0;
      const from = base;
      base += value;
      if (value === 0) return null;
      const seriesStyle = seriesStyleOf(partIndex);
      const barHeight = y(from) - y(base) - (width > 6 ? stackGap : 0);
      return (
        <rect
          key={`${name} ${x(index)}`}
          className={classNames(
            styles.bar,
            styles[seriesStyle],
            barHeight < flatBelow && styles.flat,
            open && index === known - 1 && index !== chosen && styles.growing,
          )}
          fill={seriesStyle === "second" ? `url(#${patternId})` : undefined}
          x={x(index) - width / 2}
          y={y(base)}
          width={width}
          height={Math.max(minBarHeight, barHeight)}
          rx={Math.min(3, width / 4)}
        />
      );
    });
  });
}

export function Stripes({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className={styles.stripeGround} width="6" height="6" />
        <rect className={styles.stripe} width="2" height="6" />
      </pattern>
    </defs>
  );
}

function Dot({
  seriesStyle,
  x,
  y,
  isHollow,
}: {
  seriesStyle: SeriesStyle;
  x: number;
  y: number;
  isHollow: boolean;
}) {
  const className = classNames(styles.dot, styles[seriesStyle], isHollow && styles.hollow);
  if (seriesStyle === "first") return <circle className={className} cx={x} cy={y} r="4.5" />;
  const transform = seriesStyle === "third" ? `rotate(45 ${x} ${y})` : undefined;
  return <rect className={className} x={x - 4} y={y - 4} width="8" height="8" transform={transform} />;
}

/** Sample of a part's style for the legend. */
export function Swatch({ index, form }: { index: number; form: "lines" | "bars" }) {
  const seriesStyle = seriesStyleOf(index);
  if (form === "bars") {
    return (
      <svg className={classNames(styles.swatch, styles.narrow)} viewBox="5 0 12 12" aria-hidden="true">
        <rect
          className={classNames(styles.bar, styles[seriesStyle])}
          x="6"
          y="1"
          width="10"
          height="10"
          rx="2.5"
        />
        {seriesStyle === "second" && <path className={styles.hatching} d="M7 8l6-6M9 10.5l6.5-6.5" />}
      </svg>
    );
  }
  return (
    <svg className={styles.swatch} viewBox="0 0 22 12" aria-hidden="true">
      <path className={classNames(styles.line, styles[seriesStyle])} d="M1 6h20" />
      <Dot seriesStyle={seriesStyle} x={11} y={6} isHollow={false} />
    </svg>
  );
}
