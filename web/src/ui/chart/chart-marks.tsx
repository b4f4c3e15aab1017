import { memo } from "react";
import type { ChartLayout } from "./chart-layout.ts";
import styles from "./chart.module.css";
import { classNames } from "#ui/theme/class-names.ts";

/** Names of the styles of a part, by its index. */
const seriesStyles = ["first", "second", "third"] as const;

export interface ChartPart {
  readonly name: string;
  readonly values: readonly number[];
}

const seriesStyleOf = (index: number) => seriesStyles[index] ?? "third";

/** Smallest height of a bar and gap between the stacked parts of a wide one, in pixels. */
const minBarHeight = 1.5;
const stackGap = 1.5;
/** Width in pixels by which the outline of an earlier value is wider than its bar. */
const outlineExcess = 4;

interface BarMarksProps {
  readonly layout: ChartLayout;
  readonly parts: readonly ChartPart[];
  /** Earlier value of each point, which is drawn as an outline; null or absent for none. */
  readonly earlier: readonly (number | null)[];
  readonly count: number;
  /** Number of points that have values. */
  readonly known: number;
  /** Whether the time of the last known point is not over yet, so that its value may still change. */
  readonly open: boolean;
  readonly patternId: string;
}

/**
 * The stacked bars of the points, over the outlines of their earlier values. Negative values are stacked below zero. The
 * bar of a point whose time is not over is hatched. Memoised, because a selected point does not change the bars.
 */
export const BarMarks = memo(({ layout, parts, earlier, count, known, open, patternId }: BarMarksProps) => {
  const { x, y, band } = layout;
  // Narrow bands leave less space between bars, so that the bars stay visible.
  const width = Math.max(1, Math.min(band * (band > 6 ? 0.62 : 0.9), 40));
  const outlineWidth = Math.min(band, width + outlineExcess);
  return (
    <>
      {Array.from({ length: count }, (_, index) => {
        const value = earlier[index] ?? 0;
        if (value === 0) return null;
        return (
          <rect
            key={x(index)}
            className={styles.earlier}
            x={x(index) - outlineWidth / 2}
            y={Math.min(y(0), y(value))}
            width={outlineWidth}
            height={Math.abs(y(value) - y(0))}
          />
        );
      })}
      {Array.from({ length: known }, (_, index) => {
        let [above, below] = [0, 0];
        return parts.map(({ name, values }, partIndex) => {
          const value = values[index] ?? 0;
          if (value === 0) return null;
          const from = value > 0 ? above : below;
          const to = from + value;
          if (value > 0) above = to;
          else below = to;
          const seriesStyle = seriesStyleOf(partIndex);
          const isOpen = open && index === known - 1;
          const gap = width > 6 && from !== 0 ? stackGap : 0;
          const height = Math.max(minBarHeight, Math.abs(y(from) - y(to)) - gap);
          return (
            <rect
              key={`${name} ${x(index)}`}
              className={classNames(styles.bar, styles[seriesStyle], isOpen && styles.open)}
              fill={isOpen ? `url(#${patternId}-${seriesStyle})` : undefined}
              x={x(index) - width / 2}
              y={value > 0 ? y(from) - gap - height : y(from) + gap}
              width={width}
              height={height}
              rx={Math.min(2, width / 4)}
            />
          );
        });
      })}
    </>
  );
});

/** The patterns that hatch the bar of a point whose time is not over. */
export function Hatches({ id }: { id: string }) {
  return (
    <defs>
      {seriesStyles.map((seriesStyle) => (
        <pattern
          key={seriesStyle}
          id={`${id}-${seriesStyle}`}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect className={styles.ground} width="5" height="5" />
          <rect className={classNames(styles.bar, styles[seriesStyle])} width="2.5" height="5" />
        </pattern>
      ))}
    </defs>
  );
}

/** Sample of a part's style for the legend, or of the outline of earlier values. */
export function Swatch({ index }: { index: number | "earlier" }) {
  return (
    <svg className={styles.swatch} viewBox="0 0 12 12" aria-hidden="true">
      <rect
        className={
          index === "earlier" ? styles.earlier : classNames(styles.bar, styles[seriesStyleOf(index)])
        }
        x="1"
        y="1"
        width="10"
        height="10"
        rx={index === "earlier" ? 0 : 2.5}
      />
    </svg>
  );
}
