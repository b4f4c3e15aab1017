import type { PageSession, RenderedSession } from "@reposo/contract/page-rendering.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { PageQuery } from "#shared/api/api-query.ts";

/**
 * Runs the queries of a page. A query that fails is left out of the document, and the app runs it again.
 * @param now the time of the rendering, as ISO 8601
 */
export async function prefetch(
  client: QueryClient,
  queries: readonly PageQuery[],
  now: string,
): Promise<void> {
  await Promise.all(
    queries.map((query) =>
      "getNextPageParam" in query ? client.prefetchInfiniteQuery(query) : client.prefetchQuery(query),
    ),
  );
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
