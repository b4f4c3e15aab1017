import type { Currency } from "@reposo/contract/money/currencies.ts";
import { hashKey, type InfiniteData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { type CounterCash, counterCashQuery, type LatePage, lateEntriesQuery } from "./report-queries.ts";
import type { ReportSelection } from "./report-selection.ts";

const mergeAccounts = ({ pages }: InfiniteData<CounterCash>): CounterCash => ({
  ...(pages[0] as CounterCash),
  accounts: pages.flatMap(({ accounts }) => accounts),
});

const mergeEntries = ({ pages }: InfiniteData<LatePage>): LatePage["lateEntries"] =>
  pages.flatMap(({ lateEntries }) => lateEntries);

/** Identifies the rows of the query, in any order. */
const rowsOf = ([operation, request, zone]: QueryKey): string =>
  hashKey([operation, { ...(request as object), sort: null, order: null }, zone]);

/**
 * Fetches the counter cash by account. While the pages of another order are fetched, those of the previous order are
 * shown.
 */
export function useCounterCash(selection: ReportSelection, firstCurrency: Currency, enabled: boolean) {
  const query = counterCashQuery(selection, firstCurrency, zoneKeyIn(useZone()));
  return useInfiniteQuery({
    ...query,
    select: mergeAccounts,
    placeholderData: (shown, before) =>
      before !== undefined && rowsOf(before.queryKey) === rowsOf(query.queryKey) ? shown : undefined,
    enabled,
  });
}

export const useLateEntries = (selection: ReportSelection) =>
  useInfiniteQuery({ ...lateEntriesQuery(selection, zoneKeyIn(useZone())), select: mergeEntries });
