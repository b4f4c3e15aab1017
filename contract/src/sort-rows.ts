export type SortValue<R> = (row: R) => string | number;

/** Returns a function that compares two numbers by value, and other values as texts of the locale. */
export function valueComparer(locale: string): (left: string | number, right: string | number) => number {
  const names = new Intl.Collator(locale, { numeric: true });
  return (left, right) =>
    typeof left === "number" && typeof right === "number"
      ? left - right
      : names.compare(String(left), String(right));
}

/** Returns a copy that is sorted by `valueComparer`. Rows with equal values keep their order. */
export function sortRows<R>(
  rows: readonly R[],
  valueOf: SortValue<R>,
  ascending: boolean,
  locale: string,
): R[] {
  const compareValues = valueComparer(locale);
  const compare = (a: R, b: R): number => compareValues(valueOf(a), valueOf(b));
  return [...rows].sort((a, b) => (ascending ? compare(a, b) : compare(b, a)));
}
