import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ApiQuery } from "#shared/api/api-query.ts";

/**
 * Fetches data that each visit of the page fetches again, unless the document contains them. `query` must be a constant.
 */
export function useVisitQuery<Data>(query: ApiQuery<Data>) {
  const client = useQueryClient();
  // `gcTime: 0` would not discard data of the document, for which TanStack Query uses its default.
  useEffect(() => () => client.removeQueries(query), [client, query]);
  return useQuery(query);
}
