import type { PageSession, RenderedSession } from "@reposo/contract/page-rendering.ts";
import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type { DataOf, PageQuery } from "#shared/api/api-query.ts";

/**
 * Runs the queries of a page, which may depend on the replies of others. A query that fails is left out of the document,
 * and the app runs it again.
 * @param now the time of the rendering, as ISO 8601
 */
export async function prefetch(
  client: QueryClient,
  queriesOf: (dataOf: DataOf) => readonly PageQuery[],
  now: string,
): Promise<void> {
  const run = (query: PageQuery) =>
    "getNextPageParam" in query ? client.prefetchInfiniteQuery(query) : client.prefetchQuery(query);
  const hashOf = ({ queryKey }: PageQuery) => hashKey(queryKey as QueryKey);
  const known = new Set<string>();
  for (;;) {
    const queries = queriesOf(({ queryKey }) => client.getQueryData(queryKey)).filter(
      (query) => !known.has(hashOf(query)),
    );
    if (queries.length === 0) break;
    for (const query of queries) known.add(hashOf(query));
    await Promise.all(queries.map(run));
  }
  // In the app's first view, a failed query has not been run either.
  client.removeQueries({ predicate: ({ state }) => state.status === "error" });
  // The page shows when its data were fetched.
  for (const query of client.getQueryCache().getAll())
    query.setState({ ...query.state, dataUpdatedAt: Date.parse(now) });
}

/** Returns what the app needs to know of the session. */
export const renderedSession = ({ id, kind, deviceZone, eventId }: PageSession): RenderedSession => ({
  id,
  kind,
  deviceZone,
  eventId,
});
