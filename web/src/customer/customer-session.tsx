import {
  type DehydratedState,
  HydrationBoundary,
  type QueryClient,
  QueryClientProvider,
} from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRetryOnline } from "#shared/api/app-queries.ts";
import { usePageData } from "#shared/api/page-data.ts";

/** Provides all customer pages with the queries. */
export function CustomerSession({ client, children }: { client: QueryClient; children: ReactNode }) {
  useRetryOnline(client);
  const { queries } = usePageData();
  return (
    <QueryClientProvider client={client}>
      <HydrationBoundary state={queries as DehydratedState | null}>{children}</HydrationBoundary>
    </QueryClientProvider>
  );
}
