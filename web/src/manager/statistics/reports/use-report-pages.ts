import type { Currency } from "@reposo/contract/money/currencies.ts";
import { hashKey, type InfiniteData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { type CounterCash, counterCashQuery, type LatePage, lateEntriesQuery } from "./report-queries.ts";
import type { ReportSelection } from "./report-selection.ts";

/** All accounts, with the other fields of the first page, which always exists. */
const mergeAccounts = ({ pages }: InfiniteData<CounterCash>): CounterCash => ({
  ...(pages[0] as CounterCash),
  accounts: pages.flatMap(({ accounts }) => accounts),
});

const mergeEntries = ({ pages }: InfiniteData<LatePage>): LatePage["lateEntries"] =>
  pages.flatMap(({ lateEntries }) => lateEntries);

/** The key of a report's query without its sorting. */
const keyWithoutSorting = ([operation, request, zone]: QueryKey): string =>
  hashKey([operation, { ...(request as object), sort: null, order: null }, zone]);

/**
 * Fetches the counter cash by account. After a change of the sorting, the rows in the previous sorting are shown until
 * the new ones arrive.
 */
export function useCounterCash(selection: ReportSelection, firstCurrency: Currency, enabled: boolean) {
  const query = counterCashQuery(selection, firstCurrency, zoneKeyIn(useZone()));
  return useInfiniteQuery({
    ...query,
    select: mergeAccounts,
    placeholderData: (previousData, previous) =>
      previous !== undefined && keyWithoutSorting(previous.queryKey) === keyWithoutSorting(query.queryKey)
        ? previousData
        : undefined,
    enabled,
  });
}

export const useLateEntries = (selection: ReportSelection) =>
  useInfiniteQuery({ ...lateEntriesQuery(selection, zoneKeyIn(useZone())), select: mergeEntries });
