import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { outletList } from "@reposo/contract/outlets/outlets.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import type { Coordinates } from "./coordinates.ts";

export type OutletLocation = ReplyOf<typeof outletList>[number];

/** Returns the position of an outlet; null if the operator has not entered it. */
export const positionOf = ({ latitude, longitude }: OutletLocation): Coordinates | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** Fetches the manager's outlets with their locations, which rarely change. Unless `enabled`, only reads the cache. */
export function useOutlets(token: string | null, enabled = true) {
  return useQuery({
    queryKey: ["outlets", token],
    queryFn: ({ signal }) => callApi("outletList", undefined, { signal, quiet: true }),
    staleTime: 300_000,
    enabled,
  });
}
