import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** A pending response may be older than the change, so another fetch follows instead of cancelling it. */
export async function refetchAfterPending(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const options = { cancelRefetch: false };
  if (client.isFetching({ queryKey }) > 0) await client.refetchQueries({ queryKey }, options);
  await client.invalidateQueries({ queryKey }, options);
}

/** Retries failed queries: of a list, only the page that failed and not all those before it. */
export function retryFailedQueries(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ type: "active" })) {
    const { status, fetchMeta } = query.state;
    if (status !== "error") continue;
    // Another failure is reported by the query's observers.
    query.fetch(undefined, fetchMeta === null ? {} : { meta: fetchMeta }).catch(() => undefined);
  }
}
