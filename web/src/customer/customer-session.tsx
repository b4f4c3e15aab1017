import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRetryOnline } from "#shared/api/app-queries.ts";

/** Provides all customer pages with the queries. */
export function CustomerSession({ client, children }: { client: QueryClient; children: ReactNode }) {
  useRetryOnline(client);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
