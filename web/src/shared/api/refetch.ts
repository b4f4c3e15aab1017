import type { QueryClient, QueryFilters } from "@tanstack/react-query";

/**
 * Refetches queries after a change. The response of a pending fetch may be older than the change, so a second fetch
 * follows; the pending one is not cancelled.
 */
export async function refetchAfterPending(client: QueryClient, filters: QueryFilters): Promise<void> {
  const options = { cancelRefetch: false };
  if (client.isFetching(filters) > 0) await client.refetchQueries(filters, options);
  await client.invalidateQueries(filters, options);
}

/**
 * Retries the failed queries of the current page. Of a list, only the failed page is fetched, not the pages before it.
 */
export function retryFailedQueries(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ type: "active" })) {
    const { status, fetchMeta } = query.state;
    if (status !== "error") continue;
    // If the retry fails, the query's observers show the failure.
    query.fetch(undefined, fetchMeta === null ? {} : { meta: fetchMeta }).catch(() => undefined);
  }
}
