import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { apiQuery } from "#shared/api/api-query.ts";
import type { PriceLine } from "./price-choice.tsx";

const parsePrices = (list: string) => JSON.parse(list) as readonly PriceLine[];

/** The price list of a chair. It is not refetched while the customer chooses, except after a refusal of the price. */
export const pricesQuery = (deviceId: string) => ({
  ...apiQuery("priceGroup", { deviceId }),
  select: parsePrices,
  staleTime: 5_000,
  refetchOnWindowFocus: false,
});

/** Returns a function that refetches the prices of a chair, and rejects if that fails. */
export function useRefetchPrices(deviceId: string): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await client.fetchQuery(apiQuery("priceGroup", { deviceId }));
  }, [client, deviceId]);
}
