import { type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { cashBoxesQuery } from "#manager/cash/cash-queries.ts";
import type { CashSelection } from "#manager/cash/cash-selection.ts";

/** Returns a text that identifies a query without its sorting. The second element of its key is the request. */
const requestWithoutSorting = (key?: QueryKey) =>
  JSON.stringify({ ...(key?.[1] as object | undefined), sort: undefined });

/**
 * Fetches the boxes. After a change of the sorting, the boxes stay on screen in the previous sorting until the fetch has
 * succeeded, because it cannot succeed offline.
 */
export function useCashBoxes(selection: CashSelection) {
  const query = cashBoxesQuery(selection);
  return useInfiniteQuery({
    ...query,
    placeholderData: (shown, before) =>
      requestWithoutSorting(before?.queryKey) === requestWithoutSorting(query.queryKey) ? shown : undefined,
  });
}

export type BoxesQuery = ReturnType<typeof useCashBoxes>;
