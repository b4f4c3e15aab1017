import styles from "./data-table.module.css";

export interface DataRow {
  readonly key: string;
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
  total: Omit<DataRow, "key">;
  /** Text of a cell whose value is not known yet. */
  nothing: string;
}) {
  const cellsOf = ({ head, cells }: Omit<DataRow, "key">) => (
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
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>{cellsOf(row)}</tr>
          ))}
        </tbody>
        <tfoot>
          <tr>{cellsOf(total)}</tr>
        </tfoot>
      </table>
    </div>
  );
}
