import type { ReactNode } from "react";

/** Headings between the rows of a list or table. The object must stay the same, because rendered rows are memoised. */
export interface RowGroups<R> {
  readonly groupOf: (row: R) => string;
  readonly renderHeading: (group: string, place: "list" | "table") => ReactNode;
}

/** Returns the group that begins with a row; null if the row before is of the same group. */
export function groupBegunAt<R>(
  groups: RowGroups<R> | undefined,
  rows: readonly R[],
  index: number,
): string | null {
  const [row, before] = [rows[index], rows[index - 1]];
  if (groups === undefined || row === undefined) return null;
  const group = groups.groupOf(row);
  return before !== undefined && groups.groupOf(before) === group ? null : group;
}
