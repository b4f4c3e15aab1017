import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { launch } from "@reposo/contract/sessions/launch.ts";
import type { appStatistics, incomeComparison } from "@reposo/contract/revenue/revenue.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { launchedPart, launchPart } from "#manager/shared/session/launch-response.ts";
import { refetchAfterPending } from "#manager/shared/session/refetch.ts";
import { zoneKey } from "#shared/time/time-zone.ts";
import { coalesce } from "./coalesce.ts";

/** First element of the keys of the queries that are refetched after a live event. */
export const figuresKey = "figures";

/** Null if the server returned figures but no comparison. */
export type ComparedIncome = ReplyOf<typeof incomeComparison> | null;
export type Figures = ReplyOf<typeof appStatistics> & { readonly compared: ComparedIncome };

/**
 * Query options of figures. Live events report changes, and `refetchOnWindowFocus` covers the time during which the
 * page was hidden. The figures are also polled, because the server sends no event when a new hour or day begins.
 */
export const figureOptions = {
  staleTime: 30_000,
  refetchInterval: 60_000,
  refetchOnWindowFocus: "always",
} as const;

const key = [figuresKey] as const;
const minRefetchMilliseconds = 1_000;

/**
 * Returns null if the server refuses or fails to compute the comparison, so that the figures are shown without it. A
 * failed connection fails both calls.
 */
async function readComparison(signal: AbortSignal): Promise<ComparedIncome> {
  try {
    return await callApi("incomeComparison", undefined, { signal, quiet: true });
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

/** Returns the figures of the launch response; undefined if it has not arrived yet or contains none. */
function launchedFigures(): Figures | undefined {
  const home = launchedPart("home") ?? null;
  return home === null ? undefined : figuresOf(home);
}

async function readFigures(signal: AbortSignal): Promise<Figures> {
  const first = await launchPart("home", async () => null);
  if (first !== null) return figuresOf(first);
  const [figures, compared] = await Promise.all([
    callApi("appStatistics", undefined, { signal, quiet: true }),
    readComparison(signal),
  ]);
  return { ...figures, compared };
}

/**
 * Fetches the figures of the home page. If the app was opened on home, the launch response contains the first figures,
 * which the server read in one snapshot. Later figures come from two calls, which read them at slightly different
 * instants. `cached` is shown until the first figures arrive.
 */
export function useFigures(token: string | null, enabled: boolean, cached: Figures | undefined) {
  return useQuery({
    queryKey: [...key, "home", token, zoneKey()],
    queryFn: ({ signal }) => readFigures(signal),
    initialData: launchedFigures,
    enabled: enabled && token !== null,
    ...(cached === undefined ? {} : { placeholderData: cached }),
    ...figureOptions,
  });
}

export function useOutletFigures(token: string, areaId: string) {
  return useQuery({
    queryKey: [...key, "outlet", areaId, token, zoneKey()],
    queryFn: async ({ signal }) =>
      figuresOf(await callApi("outletFigures", { areaId }, { signal, quiet: true })),
    ...figureOptions,
  });
}

/**
 * Returns a function to call for each event that may have changed figures. It refetches all queries of figures, at most
 * once per `minRefetchMilliseconds`.
 */
export function useRefetchFigures(): () => void {
  const client = useQueryClient();
  const refetch = useMemo(
    () => coalesce(() => void refetchAfterPending(client, key), minRefetchMilliseconds),
    [client],
  );
  useEffect(() => refetch.cancel, [refetch]);
  return refetch;
}
