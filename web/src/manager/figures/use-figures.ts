import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { launch } from "@reposo/contract/sessions/launch.ts";
import { outletFigures } from "@reposo/contract/outlets/outlet-figures.ts";
import { appStatistics, incomeComparison } from "@reposo/contract/revenue/revenue.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { launchedPart, launchPart } from "#manager/shared/session/launch-response.ts";
import { refetchAfterPending } from "#manager/shared/session/refetch.ts";
import { deviceOffset } from "#shared/time/time-zone.ts";
import { coalesce } from "./coalesce.ts";

/** Queries under this key are refetched after live events, at most once a second. */
export const followedFigures = "figures";

/** Null: the figures are available without their comparison. */
export type ComparedIncome = ReplyOf<typeof incomeComparison> | null;
export type Figures = ReplyOf<typeof appStatistics> & { readonly compared: ComparedIncome };

const key = [followedFigures] as const;
const followMilliseconds = 1_000;

/** Figures are shown without a comparison that the server refuses; a failed connection fails both. */
async function readComparison(signal: AbortSignal): Promise<ComparedIncome> {
  try {
    return await callApi(incomeComparison, undefined, { signal, quiet: true });
  } catch (error) {
    if (error instanceof ApiFailure && ["refused", "unavailable"].includes(error.kind)) return null;
    throw error;
  }
}

type HomeFigures = NonNullable<ReplyOf<typeof launch>["home"]>;

const figuresOf = ({ statistics, comparison }: HomeFigures): Figures => ({
  ...statistics,
  compared: comparison,
});

function launchedFigures(): Figures | undefined {
  const home = launchedPart("home") ?? null;
  return home === null ? undefined : figuresOf(home);
}

async function readFigures(signal: AbortSignal): Promise<Figures> {
  const first = await launchPart("home", async () => null);
  if (first !== null) return figuresOf(first);
  const [figures, compared] = await Promise.all([
    callApi(appStatistics, undefined, { signal, quiet: true }),
    readComparison(signal),
  ]);
  return { ...figures, compared };
}

/**
 * Starts with the figures of the launch response, all read at one instant; in later fetches, the comparison may be newer
 * than the figures. `cached` is shown until the first figures arrive.
 */
export function useFigures(token: string | null, enabled: boolean, cached: Figures | undefined) {
  return useQuery({
    queryKey: [...key, "home", token, deviceOffset()],
    queryFn: ({ signal }) => readFigures(signal),
    initialData: launchedFigures,
    enabled: enabled && token !== null,
    ...(cached === undefined ? {} : { placeholderData: cached }),
    // Live events report changes; after an absence, the figures are refetched anyway.
    staleTime: 30_000,
    // No event is sent at midnight.
    refetchInterval: 60_000,
    refetchOnWindowFocus: "always",
  });
}

export function useOutletFigures(token: string, areaId: string) {
  return useQuery({
    queryKey: [...key, "outlet", areaId, token, deviceOffset()],
    queryFn: async ({ signal }) =>
      figuresOf(await callApi(outletFigures, { areaId }, { signal, quiet: true })),
    staleTime: 30_000,
    refetchInterval: 60_000,
    refetchOnWindowFocus: "always",
  });
}

/** To be called for each event that may have changed the figures: refetches them at most once a second. */
export function useFollowFigures(): () => void {
  const client = useQueryClient();
  const follow = useMemo(
    () => coalesce(() => void refetchAfterPending(client, key), followMilliseconds),
    [client],
  );
  useEffect(() => follow.cancel, [follow]);
  return follow;
}
