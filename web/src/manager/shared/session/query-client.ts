import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { QueryClient } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import { createQueryClient, operationOf } from "#shared/api/api-query.ts";
import { onSessionChanged, onSessionCleared } from "#shared/session/session-storage.ts";

/** Creates the client of the app, whose queries call the API and whose data end with the session. */
export function createManagerQueries(): QueryClient {
  const client = createQueryClient((operation, request, { signal }) =>
    callApi(operation, request as RequestOf<never>, { signal, quiet: true }),
  );
  // Cached data of one account must not be shown to the account that logs in next (SES-4).
  onSessionCleared(() => client.clear());
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
