import { memo, type KeyboardEvent, type PointerEvent, useRef } from "react";
import styles from "./heat-map.module.css";
import { classNames } from "#ui/theme/class-names.ts";

export interface HeatMapRow {
  readonly key: string;
  readonly label: string;
  /** Name of the row for screen readers. */
  readonly name: string;
  /** Index of the point in each column; null if the row has none. */
  readonly points: readonly (number | null)[];
}

/** Cells are shaded in this many steps above zero. */
const steps = 5;

/** Returns the step of a value: 0 for no value, otherwise 1 to `steps`. */
export const stepOf = (value: number, highest: number): number =>
  value <= 0 || highest <= 0 ? 0 : Math.max(1, Math.ceil((value / highest) * steps));

const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/**
 * Values by row and column as shades. Points are selected by touch, by mouse, or with the arrow keys, as in a table
 * whose cells the keyboard reaches.
 */
export function HeatMap({
  label,
  columns,
  rows,
  values,
  known,
  open,
  chosen,
  onChoose,
  describe,
  formatValue,
  nothing,
}: {
  label: string;
  /** Labels of the columns. */
  columns: readonly { readonly name: string; readonly shown: boolean }[];
  rows: readonly HeatMapRow[];
  /** Value of each point. */
  values: readonly number[];
  /** Number of points whose time has begun. */
  known: number;
  /** Whether the time of the last known point is not over yet. */
  open: boolean;
  chosen: number | null;
  onChoose: (index: number | null) => void;
  describe: (index: number) => string;
  formatValue: (value: number) => string;
  /** Name of a cell without a value. */
  nothing: string;
}) {
  const table = useRef<HTMLDivElement>(null);
  const highest = Math.max(0, ...values.slice(0, known));
  const tabStop = chosen ?? known - 1;

  function indexAt(event: PointerEvent): number | null {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-point]");
    if (!cell || !table.current?.contains(cell)) return null;
    return Number(cell.getAttribute("data-point"));
  }

  function follow(event: PointerEvent): void {
    if (event.pointerType !== "mouse" && event.buttons === 0) return;
    const index = indexAt(event);
    if (index !== null && index !== chosen) onChoose(index);
  }

  function move(event: KeyboardEvent): void {
    if (event.key === "Escape" && chosen !== null) {
      event.preventDefault();
      onChoose(null);
      return;
    }
    const step = moves[event.key];
    const at = Number((event.target as Element).closest("[data-point]")?.getAttribute("data-point") ?? NaN);
    const row = rows.findIndex(({ points }) => points.includes(at));
    if (step === undefined || row === -1) return;
    event.preventDefault();
    const column = rows[row]?.points.indexOf(at) ?? 0;
    const nextRow = Math.min(rows.length - 1, Math.max(0, row + step[0]));
    const isKnown = (point: number | null | undefined): point is number =>
      point !== null && point !== undefined && point < known;
    const selectable = rows[nextRow]?.points.filter(isKnown) ?? [];
    const nextColumn = Math.min(columns.length - 1, Math.max(0, column + step[1]));
    const wanted = rows[nextRow]?.points[nextColumn];
    // Beyond the last known hour of a day, and where clocks skip an hour, the nearest selectable point is taken.
    const next = isKnown(wanted)
      ? wanted
      : step[1] <= 0 || nextRow !== row
        ? selectable[selectable.length - 1]
        : at;
    if (next !== undefined) table.current?.querySelector<HTMLElement>(`[data-point="${next}"]`)?.focus();
  }

  const grid = (
    <div
      ref={table}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      className={styles.table}
      data-heat-map=""
      onPointerDown={follow}
      onPointerMove={follow}
      onKeyDown={move}
    >
      <div role="rowgroup" className={styles.group}>
        <div role="row" className={styles.line}>
          <div role="columnheader" className={styles.row}>
            <span className="visually-hidden">{label}</span>
          </div>
          {columns.map(({ name, shown }) => (
            <div key={name} role="columnheader" className={styles.column}>
              <span className={shown ? styles.hour : "visually-hidden"}>{name}</span>
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={styles.group}>
        {rows.map((row) => (
          <Row
            key={row.key}
            {...{ row, values, highest, known, open, onChoose, describe, nothing }}
            chosen={chosen !== null && row.points.includes(chosen) ? chosen : null}
            tabStop={row.points.includes(tabStop) ? tabStop : null}
          />
        ))}
      </div>
    </div>
  );
  return (
    <>
      {grid}
      <p className={styles.scale}>
        <span>{formatValue(0)}</span>
        {Array.from({ length: steps + 1 }, (_, step) => (
          <span key={step} className={classNames(styles.sample, styles[`step${step}`])} />
        ))}
        <span>{formatValue(highest)}</span>
      </p>
    </>
  );
}

/** Memoised, so that a key draws only the rows of the last and the next point. */
const Row = memo(
  ({
    row,
    values,
    highest,
    known,
    open,
    chosen,
    tabStop,
    onChoose,
    describe,
    nothing,
  }: {
    row: HeatMapRow;
    values: readonly number[];
    highest: number;
    known: number;
    open: boolean;
    chosen: number | null;
    tabStop: number | null;
    onChoose: (index: number) => void;
    describe: (index: number) => string;
    nothing: string;
  }) => (
    <div role="row" className={styles.line}>
      <div role="rowheader" className={styles.row}>
        <span aria-hidden="true">{row.label}</span>
        <span className="visually-hidden">{row.name}</span>
      </div>
      {row.points.map((index, column) =>
        index === null || index >= known ? (
          <div key={`none ${column}`} role="gridcell" className={styles.cell} aria-label={nothing} />
        ) : (
          <Cell
            key={index}
            {...{ index, onChoose, describe }}
            step={stepOf(values[index] ?? 0, highest)}
            isChosen={index === chosen}
            isOpen={open && index === known - 1}
            isTabStop={index === tabStop}
          />
        ),
      )}
    </div>
  ),
);

/** Memoised, because describing the 24 cells of a row takes longer than a key may. */
const Cell = memo(
  ({
    index,
    step,
    isChosen,
    isOpen,
    isTabStop,
    onChoose,
    describe,
  }: {
    index: number;
    step: number;
    isChosen: boolean;
    isOpen: boolean;
    isTabStop: boolean;
    onChoose: (index: number) => void;
    describe: (index: number) => string;
  }) => (
    <div
      role="gridcell"
      className={classNames(
        styles.cell,
        styles[`step${step}`],
        isChosen && styles.chosen,
        isOpen && styles.open,
      )}
      data-point={index}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={describe(index)}
      aria-selected={isChosen}
      onFocus={() => onChoose(index)}
    />
  ),
);
