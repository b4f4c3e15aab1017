import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { launch } from "@reposo/contract/launch.ts";
import { outletFigures } from "@reposo/contract/outlet-figures.ts";
import { appStatistics, incomeComparison } from "@reposo/contract/revenue.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { followedFigures } from "./followed-figures.ts";
import { launchedPart, launchPart } from "#manager/shared/session/launch-answer.ts";
import { refetchAfterPending } from "#manager/shared/session/refetch.ts";
import { sentOffset } from "#shared/time/time-zone.ts";
import { coalesce } from "./coalesce.ts";

/** Null: the figures are there and what they would be held against is not. */
export type ComparedIncome = ReplyOf<typeof incomeComparison> | null;
export type Figures = ReplyOf<typeof appStatistics> & { readonly compared: ComparedIncome };

const key = [followedFigures] as const;
const followMilliseconds = 1_000;

/** A comparison that the server does not give takes no figure with it; a line that is down takes both. */
async function readComparison(signal: AbortSignal): Promise<ComparedIncome> {
  try {
    return await callApi(incomeComparison, undefined, { signal, quiet: true });
  } catch (error) {
    if (error instanceof ApiFailure && ["refused", "trouble"].includes(error.kind)) return null;
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
 * All figures of the home page, read by the server at one instant, so that they agree with each other. `kept`: those of
 * an earlier visit, which stand in as placeholder data until the first answer.
 */
export function useFigures(token: string | null, enabled: boolean, kept: Figures | undefined) {
  return useQuery({
    queryKey: [...key, "home", token, sentOffset()],
    queryFn: ({ signal }) => readFigures(signal),
    initialData: launchedFigures,
    enabled: enabled && token !== null,
    ...(kept === undefined ? {} : { placeholderData: kept }),
    // Live events say when something changed; whoever returns after a while sees fresh figures anyway.
    staleTime: 30_000,
    // Midnight comes without an event.
    refetchInterval: 60_000,
    refetchOnWindowFocus: "always",
  });
}

/** The same figures of one outlet. */
export function useOutletFigures(token: string, areaId: string) {
  return useQuery({
    queryKey: [...key, "outlet", areaId, token, sentOffset()],
    queryFn: async ({ signal }) =>
      figuresOf(await callApi(outletFigures, { areaId }, { signal, quiet: true })),
    staleTime: 30_000,
    refetchInterval: 60_000,
    refetchOnWindowFocus: "always",
  });
}

/** Call it for each event that may have changed the figures: they are fetched anew at most once a second. */
export function useFollowFigures(): () => void {
  const client = useQueryClient();
  const follow = useMemo(
    () => coalesce(() => void refetchAfterPending(client, key), followMilliseconds),
    [client],
  );
  useEffect(() => follow.cancel, [follow]);
  return follow;
}
