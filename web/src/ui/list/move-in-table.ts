import type { KeyboardEvent } from "react";

type Place = readonly [row: number, column: number];

/** The keys that move the focus in a table, with the next place. */
const nextPlace: Readonly<Record<string, (place: Place, lastRow: number) => Place>> = {
  ArrowDown: ([row, column], lastRow) => [Math.min(row + 1, lastRow), column],
  ArrowUp: ([row, column]) => [Math.max(row - 1, 0), column],
  ArrowRight: ([row, column]) => [row, column + 1],
  ArrowLeft: ([row, column]) => [row, column - 1],
  Home: ([, column]) => [0, column],
  End: ([, column], lastRow) => [lastRow, column],
};

/** Moves the focus among the links and buttons of the rows of `event.currentTarget`, a group of rows. */
export function moveInTable(event: KeyboardEvent<HTMLElement>): void {
  const next = nextPlace[event.key];
  // A chart in a row handles the keys itself.
  if (next === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = Array.from(event.currentTarget.querySelectorAll("[role=row]"), (row) =>
    Array.from(row.querySelectorAll<HTMLElement>("a, button")),
  ).filter((controls) => controls.length > 0);
  const row = rows.findIndex((controls) => controls.some((control) => control === document.activeElement));
  if (row < 0) return;
  const column = rows[row]?.findIndex((control) => control === document.activeElement) ?? 0;
  const [nextRow, nextColumn] = next([row, column], rows.length - 1);
  event.preventDefault();
  const controls = rows[nextRow] ?? [];
  // A row may have fewer controls than the one before.
  controls[nextColumn < 0 ? 0 : Math.min(nextColumn, controls.length - 1)]?.focus();
}
