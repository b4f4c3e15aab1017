import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { outletList } from "@reposo/contract/outlets.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#platform/api-client.ts";

export type OutletPlace = ReplyOf<typeof outletList>[number];

/** The manager's outlets with their places; they move rarely. */
export function useOutlets(token: string) {
  return useQuery({
    queryKey: ["outlets", token],
    queryFn: ({ signal }) => callApi(outletList, undefined, { signal, quiet: true }),
    staleTime: 300_000,
  });
}
