import type { QueryClient } from "@tanstack/react-query";
import { operationOf } from "#shared/api/api-query.ts";
import { createAppQueries } from "#shared/api/app-queries.ts";
import { onSessionChanged } from "#shared/session/session-storage.ts";

/** Creates the client of the app, whose data end with the session. */
export function createManagerQueries(): QueryClient {
  const client = createAppQueries();
  onSessionChanged(() => client.clear());
  return client;
}

/** Operations whose replies do not depend on the time zone in which days are counted. */
const uncounted: readonly unknown[] = ["dictionary", "loginInfo"];

/**
 * Removes all cached data that were counted by days. Called after a change of the display time zone, because the data
 * were counted by the days of the previous zone.
 */
export const removeCountedQueries = (client: QueryClient): void =>
  client.removeQueries({ predicate: (query) => !uncounted.includes(operationOf(query)) });
