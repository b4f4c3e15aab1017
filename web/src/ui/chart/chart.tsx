import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from "react";
import { type ChartLayout, type ChartTick, computeLayout } from "./chart-layout.ts";
import { BarMarks, type ChartPart, Hatches } from "./chart-marks.tsx";
import styles from "./chart.module.css";
import { type Measured, useMeasured } from "./use-measured.ts";

export interface ChartProps {
  readonly label: string;
  readonly parts: readonly ChartPart[];
  /** Earlier value of each point, such as of the same hour a week before; null or absent for none. */
  readonly earlier: readonly (number | null)[];
  /** Number of points on the horizontal axis. */
  readonly count: number;
  /** Number of points that have values; later points have none yet. */
  readonly known: number;
  /** Whether the time of the last known point is not over yet, so that its value may still change. */
  readonly open: boolean;
  readonly ticks: readonly ChartTick[];
  /** Whether the value axis has integer ticks only. */
  readonly whole: boolean;
  readonly formatValue: (value: number) => string;
  /** Index of the selected point; null if none is selected. */
  readonly chosen: number | null;
  readonly onChoose: (index: number | null) => void;
  /** Returns the text of a point: its time and values. */
  readonly describe: (index: number) => string;
}

/** A frame below this width in pixels has not been styled yet, so the chart is not drawn. */
const narrowest = 120;

const movingKeys = /^(Arrow|Page|Home$|End$)/;

/**
 * An SVG chart. Points are selected by touch, by mouse, or with the keyboard by a range input that covers the chart.
 * Screen readers announce this input instead of the SVG, which is hidden from them.
 */
export function Chart(props: ChartProps) {
  const { label, parts, earlier, count, known, ticks, whole, formatValue, chosen, onChoose, describe } =
    props;
  const [frame, size] = useMeasured<HTMLDivElement>();
  const range = useRef<HTMLInputElement>(null);
  const [announcement, setAnnouncement] = useState("");
  // A key that selects another point must not compute the layout and draw the bars again.
  const layout = useMemo(
    () =>
      size === null || size.width < narrowest
        ? null
        : layoutOf({ parts, earlier, count, known, ticks, whole, formatValue }, size),
    [parts, earlier, count, known, ticks, whole, formatValue, size],
  );
  const last = Math.max(0, known - 1);
  /**
   * `keys`: the keyboard moved the focus to the chart, which selected the latest point. `pointer`: a press is moving
   * the focus and selects the pressed point, so the focus selects none. Otherwise null.
   */
  const focusSource = useRef<"pointer" | "keys" | null>(null);

  function choose(index: number | null): void {
    const wasSelectedByFocus = focusSource.current === "keys";
    focusSource.current = null;
    const next = index === null ? null : Math.min(last, Math.max(0, index));
    // A point that was selected by focus has not been announced, so the first key announces it.
    if (next === chosen && !wasSelectedByFocus) return;
    onChoose(next);
    setAnnouncement(next === null ? "" : describe(next));
  }

  function follow(event: PointerEvent<HTMLDivElement>): void {
    if (layout === null || (event.pointerType !== "mouse" && event.buttons === 0)) return;
    choose(layout.indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left));
  }

  function press(event: PointerEvent<HTMLDivElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    focusSource.current = "pointer";
    range.current?.focus({ preventScroll: true });
    follow(event);
  }

  /** Selects the latest point when the keyboard focuses the chart, so that keys move from there. */
  function selectLatest(): void {
    if (focusSource.current === null && chosen === null) {
      focusSource.current = "keys";
      onChoose(last);
    }
  }

  /** Clears the selection when the focus leaves the chart, if only the focus had selected the point. */
  function clearFocusSelection(): void {
    if (focusSource.current === "keys") onChoose(null);
    focusSource.current = null;
  }

  function key(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === "Escape" && chosen !== null) {
      event.preventDefault();
      choose(null);
    } else if (movingKeys.test(event.key) && (chosen === null || last === 0 || event.key === "End")) {
      // The range input may already have the value and would then fire no event, so the key is handled here.
      event.preventDefault();
      choose(event.key === "Home" ? 0 : last);
    } else if (movingKeys.test(event.key)) focusSource.current = null;
  }

  return (
    <div ref={frame} className={styles.frame} data-chart="" onPointerDown={press} onPointerMove={follow}>
      <input
        ref={range}
        className={styles.range}
        type="range"
        min={0}
        max={last}
        step={1}
        value={chosen ?? last}
        aria-label={label}
        aria-valuetext={describe(chosen ?? last)}
        onFocus={selectLatest}
        onBlur={clearFocusSelection}
        onKeyDown={key}
        onChange={(event) => choose(Number(event.target.value))}
      />
      {layout !== null && size !== null && (
        <ChartRenderer {...props} layout={layout} width={size.width} height={size.height} />
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <span className="visually-hidden" data-points={`${known}/${count}/${parts.length}`} />
    </div>
  );
}

function layoutOf(
  {
    parts,
    earlier,
    count,
    known,
    ticks,
    whole,
    formatValue,
  }: Pick<ChartProps, "parts" | "earlier" | "count" | "known" | "ticks" | "whole" | "formatValue">,
  size: Measured,
): ChartLayout {
  const sumOf = (index: number, isCounted: (value: number) => boolean) =>
    parts.reduce((sum, { values }) => sum + (isCounted(values[index] ?? 0) ? (values[index] ?? 0) : 0), 0);
  const points = Array.from({ length: known }, (_, index) => index);
  const outlines = earlier.map((value) => value ?? 0);
  return computeLayout({
    ...size,
    count,
    ticks,
    whole,
    formatValue,
    lowest: Math.min(0, ...outlines, ...points.map((index) => sumOf(index, (value) => value < 0))),
    highest: Math.max(0, ...outlines, ...points.map((index) => sumOf(index, (value) => value > 0))),
  });
}

function ChartRenderer({
  parts,
  earlier,
  count,
  known,
  open,
  chosen,
  layout,
  width,
  height,
}: ChartProps & { layout: ChartLayout; width: number; height: number }) {
  const patternId = `hatch${useId().replace(/\W/g, "")}`;
  const { left, right, top, bottom, band, letter, x, y } = layout;
  const ahead = left + known * band;
  return (
    <svg className={styles.drawing} width={width} height={height} aria-hidden="true">
      <Hatches id={patternId} />
      {known < count && (
        <rect className={styles.ahead} x={ahead} y={top} width={right - ahead} height={bottom - top} />
      )}
      {chosen !== null && band >= 10 && (
        <rect
          className={styles.here}
          x={left + chosen * band}
          y={top}
          width={band}
          height={bottom - top}
          rx="4"
        />
      )}
      {layout.valueTicks.map((tick) => (
        <g key={tick.y}>
          <line className={styles.grid} x1={left} x2={right} y1={tick.y} y2={tick.y} />
          <text className={styles.value} x={left - 8} y={tick.y} dy="0.35em">
            {tick.label}
          </text>
        </g>
      ))}
      <line className={styles.base} x1={left} x2={right} y1={y(0)} y2={y(0)} />
      {layout.timeTicks.map((tick) => (
        <text key={tick.x} className={styles.time} x={tick.x} y={bottom + 8 + letter}>
          {tick.lines.map((text, row) => (
            <tspan key={text} x={tick.x} dy={row === 0 ? 0 : letter * 1.3}>
              {text}
            </tspan>
          ))}
        </text>
      ))}
      {chosen !== null && band < 10 && (
        <line className={styles.cursor} x1={x(chosen)} x2={x(chosen)} y1={top} y2={bottom} />
      )}
      <BarMarks {...{ layout, parts, earlier, count, known, open, patternId }} />
    </svg>
  );
}
