import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onSessionCleared } from "#shared/session/session-storage.ts";
import { callApi } from "./api-client.ts";
import { createQueryClient } from "./api-query.ts";
import { useOnline } from "./connection.ts";
import { retryFailedQueries } from "./refetch.ts";

/** Creates the client of an app in the browser, whose queries call the API. */
export function createAppQueries(): QueryClient {
  const client = createQueryClient((operation, request, { signal }) =>
    callApi(operation, request as RequestOf<never>, { signal, quiet: true }),
  );
  // Cached data of one account must not be shown to the account that logs in next (SES-4).
  onSessionCleared(() => client.clear());
  return client;
}

/** Retries the failed queries when the connection is restored. */
export function useRetryOnline(client: QueryClient): void {
  const online = useOnline();
  useEffect(() => {
    if (online) retryFailedQueries(client);
  }, [online, client]);
}
