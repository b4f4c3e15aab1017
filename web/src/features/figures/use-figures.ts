import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { appStatistics } from "@reposo/contract/revenue.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { callApi } from "#platform/api-client.ts";
import { followedFigures } from "#platform/followed-figures.ts";
import { readAnew } from "#platform/read-anew.ts";
import { coalesce } from "./coalesce.ts";

export type Figures = ReplyOf<typeof appStatistics>;

const key = [followedFigures] as const;
const followMilliseconds = 1_000;

/** All figures of the home page, read by the server at one instant, so that they agree with each other. */
export function useFigures(token: string | null, enabled: boolean) {
  return useQuery({
    queryKey: [...key, token],
    queryFn: ({ signal }) => callApi(appStatistics, undefined, { signal, quiet: true }),
    enabled: enabled && token !== null,
    // Live events say when something changed; whoever returns after a while sees fresh figures anyway.
    staleTime: 30_000,
    refetchOnWindowFocus: "always",
  });
}

/** Call it for each event that may have changed the figures: they are fetched anew at most once a second. */
export function useFollowFigures(): () => void {
  const client = useQueryClient();
  const follow = useMemo(() => coalesce(() => void readAnew(client, key), followMilliseconds), [client]);
  useEffect(() => follow.cancel, [follow]);
  return follow;
}
