import { AscendingIcon, DescendingIcon } from "#ui/icons/icons.tsx";
import styles from "./column-header.module.css";

export interface TableSorting<C extends string = string> {
  readonly column: C;
  readonly ascending: boolean;
}

/** The header of a column, with a button that sorts the rows if `onSort` is given. */
export function ColumnHeader<C extends string>({
  name,
  label,
  numeric = false,
  sorting,
  onSort,
  className,
}: {
  name: C;
  label: string;
  numeric?: boolean;
  /** Null for the default order, which no header marks. */
  sorting: TableSorting | null;
  onSort?: ((sorting: TableSorting<C>) => void) | undefined;
  className?: string | undefined;
}) {
  const isSorted = sorting?.column === name;
  const ascending = isSorted && sorting.ascending;
  return (
    <div
      role="columnheader"
      aria-sort={!isSorted ? undefined : ascending ? "ascending" : "descending"}
      className={className}
    >
      {onSort === undefined ? (
        label
      ) : (
        <button
          type="button"
          className={styles.sort}
          // The first press sorts numbers in descending and texts in ascending order.
          onClick={() => onSort({ column: name, ascending: isSorted ? !ascending : !numeric })}
        >
          {label}
          {isSorted && (ascending ? <AscendingIcon /> : <DescendingIcon />)}
        </button>
      )}
    </div>
  );
}
