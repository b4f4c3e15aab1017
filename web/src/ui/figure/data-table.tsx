import styles from "./data-table.module.css";

export interface DataRow {
  readonly key: string;
  /** Heading above the first row of several, such as the day of hours; null without one. */
  readonly group?: string | null;
  readonly head: string;
  /** Formatted values; fewer than the columns if some values are not known yet. */
  readonly cells: readonly string[];
}

/** Shows the values of a chart as a table with totals. Wide contents scroll separately. */
export function DataTable({
  caption,
  columns,
  rows,
  total,
  nothing,
}: {
  caption: string;
  /** Column headers; the first is that of the row heads. */
  columns: readonly string[];
  rows: readonly DataRow[];
  total: Pick<DataRow, "head" | "cells">;
  /** Text of a cell whose value is not known yet. */
  nothing: string;
}) {
  const cellsOf = ({ head, cells }: Pick<DataRow, "head" | "cells">) => (
    <>
      <th scope="row" className={styles.head}>
        {head}
      </th>
      {columns.slice(1).map((column, at) => (
        <td key={column} className={styles.cell}>
          {cells[at] ?? nothing}
        </td>
      ))}
    </>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
    <div className={styles.scroll} role="group" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={styles.column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {groupsOf(rows).map(({ key, group, rows: ofGroup }) => (
          <tbody key={key}>
            {group !== null && (
              <tr>
                <th scope="rowgroup" colSpan={columns.length} className={styles.group}>
                  {group}
                </th>
              </tr>
            )}
            {ofGroup.map((row) => (
              <tr key={row.key}>{cellsOf(row)}</tr>
            ))}
          </tbody>
        ))}
        <tfoot>
          <tr>{cellsOf(total)}</tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Returns the rows by heading. A heading names the rows of its own `tbody` only. */
function groupsOf(rows: readonly DataRow[]) {
  const groups: { readonly key: string; readonly group: string | null; readonly rows: DataRow[] }[] = [];
  for (const row of rows) {
    const group = row.group ?? null;
    const last = groups[groups.length - 1];
    if (last !== undefined && last.group === group) last.rows.push(row);
    else groups.push({ key: row.key, group, rows: [row] });
  }
  return groups;
}
