import { type CSSProperties, Fragment, memo, type ReactNode, useState, useMemo } from "react";
import { Link } from "#ui/button/link.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import { ColumnHeader, type TableSorting } from "./column-header.tsx";
import { moveInTable } from "./move-in-table.ts";
import { groupBegunAt, type RowGroups } from "./row-groups.ts";
import listStyles from "./list.module.css";
import styles from "./row-table.module.css";

export interface TableColumn<R> {
  readonly name: string;
  readonly label: string;
  readonly cell: (row: R) => ReactNode;
  /** Share of the table's width; 1 by default. */
  readonly share?: number;
  /** Whether the values are numbers, which are aligned at the end of the line. */
  readonly numeric?: boolean;
  /** Whether the header sorts the rows. */
  readonly sortable?: boolean;
  /** Whether the column is also shown in a table that the detail of a row makes narrower. The first column always is. */
  readonly beside?: boolean;
}

export interface RowTableProps<R> {
  readonly label: string;
  /** The first column names the row. The array must stay the same while its columns do, because rows are memoised. */
  readonly columns: readonly TableColumn<R>[];
  readonly rows: readonly R[];
  /** Number of all rows, of which some may not be loaded. */
  readonly total: number;
  readonly groups?: RowGroups<R> | undefined;
  readonly keyOf: (row: R) => string;
  /** Address of the row; undefined if there is none. Must stay the same function until its result changes. */
  readonly hrefOf: (row: R) => string | undefined;
  /** Key of the row that is shown beside the table. */
  readonly selected?: string | null;
  /** Null for the default order, which no header marks. */
  readonly sorting?: TableSorting | null;
  readonly onSort?: ((sorting: TableSorting) => void) | undefined;
}

const widthsOf = (columns: readonly { readonly share?: number }[]) =>
  ({ "--columns": columns.map(({ share = 1 }) => `minmax(0, ${share}fr)`).join(" ") }) as CSSProperties;

/**
 * A table of linked rows. One row is in the tab order, and the arrow keys move the focus to the others, so that a table
 * of hundreds of rows is left with one key.
 */
export function RowTable<R>({
  label,
  columns,
  rows,
  total,
  groups,
  keyOf,
  hrefOf,
  selected = null,
  sorting = null,
  onSort,
}: RowTableProps<R>) {
  const [focused, setFocused] = useState<string | null>(null);
  const keys = rows.map(keyOf);
  const begunGroups = useMemo(
    () => rows.map((_, index) => groupBegunAt(groups, rows, index)),
    [rows, groups],
  );
  const inTabOrder = [focused, selected].find((key) => key !== null && keys.includes(key)) ?? keys[0];
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={total + 1}
      className={styles.table}
      style={widthsOf(columns)}
    >
      <div role="rowgroup" className={styles.head}>
        <div role="row" aria-rowindex={1} className={styles.line}>
          {columns.map(({ name, label: columnLabel, numeric = false, sortable = false }) => (
            <ColumnHeader
              key={name}
              {...{ name, numeric, sorting }}
              label={columnLabel}
              onSort={sortable ? onSort : undefined}
              className={classNames(styles.cell, numeric && styles.numeric)}
            />
          ))}
        </div>
      </div>
      <div role="rowgroup" onKeyDown={moveInTable}>
        {rows.map((row, index) => {
          const key = keys[index] ?? "";
          const group = begunGroups[index] ?? null;
          return (
            <Fragment key={key}>
              {group !== null && (
                <div role="row" className={styles.group}>
                  <div role="cell" aria-colspan={columns.length} className={listStyles.heading}>
                    {groups?.renderHeading(group, "table")}
                  </div>
                </div>
              )}
              <TableRow
                name={key}
                row={row}
                index={index + 2}
                columns={columns as readonly TableColumn<unknown>[]}
                href={hrefOf(row)}
                isSelected={key === selected}
                isInTabOrder={key === inTabOrder}
                onFocus={setFocused}
              />
            </Fragment>
          );
        })}
      </div>
    </div>
  );
}

const TableRow = memo(function TableRow({
  name,
  row,
  index,
  columns,
  href,
  isSelected,
  isInTabOrder,
  onFocus,
}: {
  name: string;
  row: unknown;
  index: number;
  columns: readonly TableColumn<unknown>[];
  href: string | undefined;
  isSelected: boolean;
  isInTabOrder: boolean;
  onFocus: (name: string) => void;
}) {
  return (
    <div
      role="row"
      aria-rowindex={index}
      className={classNames(styles.line, styles.row, isSelected && styles.selected)}
    >
      {columns.map(({ name: column, cell, numeric = false }, at) => (
        <div
          key={column}
          role={at === 0 ? "rowheader" : "cell"}
          className={classNames(styles.cell, numeric && styles.numeric)}
        >
          {at === 0 && href !== undefined ? (
            <Link
              href={href}
              className={styles.link}
              data-row={name}
              tabIndex={isInTabOrder ? 0 : -1}
              aria-current={isSelected ? "true" : undefined}
              onFocus={() => onFocus(name)}
            >
              {cell(row)}
            </Link>
          ) : (
            cell(row)
          )}
        </div>
      ))}
    </div>
  );
});
