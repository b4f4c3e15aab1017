import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";

/**
 * Refetches queries after a change. The response of a pending fetch may be older than the change, so a second fetch
 * follows; the pending one is not cancelled.
 */
export async function refetchAfterPending(client: QueryClient, filters: QueryFilters): Promise<void> {
  const refetch = async (changed: Query) => {
    const own = { predicate: (query: Query) => query === changed };
    const options = { cancelRefetch: false };
    if (changed.state.fetchStatus !== "idle") await client.refetchQueries(own, options);
    await client.invalidateQueries(own, options);
  };
  await Promise.all(client.getQueryCache().findAll(filters).map(refetch));
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
