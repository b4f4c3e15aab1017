import { useHydrated } from "#shared/app/use-hydrated.ts";
import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import { ColumnHeader, type TableSorting } from "#ui/list/column-header.tsx";
import { moveInTable } from "#ui/list/move-in-table.ts";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./figure-table.module.css";
import { ChevronIcon } from "#ui/icons/icons.tsx";
import { Link } from "#ui/button/link.tsx";

interface Column {
  readonly name: string;
  readonly label: string;
}

export interface FigureColumn<R> extends Column {
  /** Returns the number by which the caller sorts the rows, and by which their bars are compared. */
  readonly value: (row: R) => number;
  readonly show: (row: R) => ReactNode;
  /** Returns the full figure, if `show` returns a shortened one. */
  readonly full?: (row: R) => string;
  readonly href: (row: R) => string;
}

/**
 * The document contains only this many rows, more than any screen shows at once, because each row costs rendering time
 * and two kilobytes of markup.
 */
const rowsInDocument = 30;

/** Width in pixels of the next header that stays visible beside that of the sorted column. */
const nextHeaderWidth = 48;

/**
 * A table of linked figures in one card, whose column headers sort the rows. One link is in the tab order, and the arrow
 * keys move the focus to the others.
 */
export function FigureTable<R>({
  label,
  nameColumn,
  columns,
  rows,
  keyOf,
  nameOf,
  hrefOf,
  sorting,
  onSort,
}: {
  label: string;
  nameColumn: Column;
  columns: readonly FigureColumn<R>[];
  /** Rows, already sorted by `sorting`. */
  rows: readonly R[];
  keyOf: (row: R) => string;
  nameOf: (row: R) => ReactNode;
  hrefOf: (row: R) => string;
  sorting: TableSorting;
  onSort: (sorting: TableSorting) => void;
}) {
  const sorted = columns.find(({ name }) => name === sorting.column);
  const largest = sorted === undefined ? 0 : Math.max(0, ...rows.map((row) => sorted.value(row)));
  const shown = useHydrated() ? rows : rows.slice(0, rowsInDocument);
  const [focused, setFocused] = useState<Place | null>(null);
  const keys = shown.map(keyOf);
  const tabStop =
    focused !== null && keys.includes(focused.row) ? focused : { row: keys[0], column: nameColumn.name };
  return (
    <div role="table" aria-label={label} className={styles.table}>
      <div role="rowgroup">
        <Heads nameColumn={nameColumn} columns={columns} sorting={sorting} onSort={onSort} />
      </div>
      <div role="rowgroup" className={styles.rows} onKeyDown={moveInTable}>
        {shown.map((row, index) => (
          <FigureRow
            key={keys[index]}
            name={keys[index] ?? ""}
            row={row}
            title={nameOf(row)}
            href={hrefOf(row)}
            nameColumn={nameColumn.name}
            columns={columns as readonly FigureColumn<unknown>[]}
            sorted={sorting.column}
            share={sorted === undefined ? null : largest > 0 ? sorted.value(row) / largest : 0}
            tabStop={keys[index] === tabStop.row ? tabStop.column : null}
            onFocus={setFocused}
          />
        ))}
      </div>
    </div>
  );
}

/** A link of the table. */
interface Place {
  readonly row: string;
  readonly column: string;
}

const FigureRow = memo(function FigureRow({
  name,
  row,
  title,
  href,
  nameColumn,
  columns,
  sorted,
  share,
  tabStop,
  onFocus,
}: {
  name: string;
  row: unknown;
  title: ReactNode;
  href: string;
  nameColumn: string;
  columns: readonly FigureColumn<unknown>[];
  /** Name of the column that sorts the rows. */
  sorted: string;
  /** Length of the bar, from 0 to 1; null without one. */
  share: number | null;
  /** Name of the column whose link is in the tab order; null if it is in another row. */
  tabStop: string | null;
  onFocus: (place: Place) => void;
}) {
  const linkProps = (column: string) => ({
    tabIndex: tabStop === column ? 0 : -1,
    onFocus: () => onFocus({ row: name, column }),
  });
  return (
    <div role="row" className={classNames(styles.row, columns.length === 4 && styles.pairs)}>
      <div role="rowheader" className={styles.head}>
        <Link href={href} className={styles.name} {...linkProps(nameColumn)}>
          <span className={styles.nameText} dir="auto">
            {title}
          </span>
          <ChevronIcon />
        </Link>
        {share !== null && <Bar share={share} />}
      </div>
      {columns.map((column) => (
        <div
          key={column.name}
          role="cell"
          className={classNames(styles.cell, column.name === sorted && styles.sorted)}
          data-column={column.name}
        >
          <Link
            href={column.href(row)}
            className={styles.figure}
            title={column.full?.(row)}
            {...linkProps(column.name)}
          >
            <span className={styles.label}>{column.label}</span>
            <span className={styles.value}>{column.show(row)}</span>
          </Link>
        </div>
      ))}
    </div>
  );
});

/** Bar that shows the row's value relative to the largest one; decorative. */
function Bar({ share }: { share: number }) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.track} width="100" height="2" />
      <rect className={styles.share} width={Math.max(0, share * 100)} height="2" />
    </svg>
  );
}

function Heads({
  nameColumn,
  columns,
  sorting,
  onSort,
}: {
  nameColumn: Column;
  columns: readonly Column[];
  sorting: TableSorting;
  onSort: (sorting: TableSorting) => void;
}) {
  const strip = useRef<HTMLDivElement>(null);
  // If the headers are wider than the screen, scrolls to that of the sorted column.
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>("[aria-sort]");
    if (!strip.current || !chosen) return;
    const end = chosen.offsetLeft + chosen.offsetWidth - strip.current.offsetLeft;
    if (end > strip.current.clientWidth)
      strip.current.scrollLeft = end - strip.current.clientWidth + nextHeaderWidth;
  }, []);
  return (
    <div role="row" className={styles.heads} ref={strip}>
      {[nameColumn, ...columns].map(({ name, label }) => (
        <ColumnHeader
          key={name}
          {...{ name, label, sorting, onSort }}
          numeric={name !== nameColumn.name}
          className={styles.column}
        />
      ))}
    </div>
  );
}
