/**
 * An outlet has a row for each currency that it took money in, and its orders stay with the one that it works in,
 * which is its first: those rows.
 */
export function rowsWithOrders<R extends { readonly areaId: string }>(rows: readonly R[]): ReadonlySet<R> {
  const first = new Map<string, R>();
  for (const row of rows) if (!first.has(row.areaId)) first.set(row.areaId, row);
  return new Set(first.values());
}
