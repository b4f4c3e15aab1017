export type SortValue<R> = (row: R) => string | number;

/**
 * Returns a sorted copy. Two numbers are compared by value, other values as texts of the locale. Rows with equal values
 * keep their order.
 */
export function sortRows<R>(
  rows: readonly R[],
  valueOf: SortValue<R>,
  ascending: boolean,
  locale: string,
): R[] {
  const names = new Intl.Collator(locale, { numeric: true });
  const compare = (a: R, b: R): number => {
    const [left, right] = [valueOf(a), valueOf(b)];
    return typeof left === "number" && typeof right === "number"
      ? left - right
      : names.compare(String(left), String(right));
  };
  return [...rows].sort((a, b) => (ascending ? compare(a, b) : compare(b, a)));
}
