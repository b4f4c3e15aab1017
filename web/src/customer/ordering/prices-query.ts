import { useQueryClient } from "@tanstack/react-query";
import type { Language } from "@reposo/contract/text/languages.ts";
import { useCallback } from "react";
import { useLanguage } from "#shared/i18n/i18n.tsx";
import { apiQuery } from "#shared/api/api-query.ts";
import type { PriceLine } from "./price-choice.tsx";

/** By the contract, the reply is a string that contains the list as JSON. */
const parsePrices = (list: string) => JSON.parse(list) as readonly PriceLine[];

/**
 * The price list of a chair, whose names depend on the language. It is not refetched while the customer chooses, except after a refusal of the price. The
 * prices of the document are current enough when its page starts; a page that opens later fetches them.
 */
export const pricesQuery = (deviceId: string, language: Language) => ({
  ...apiQuery("priceGroup", { deviceId }, language),
  select: parsePrices,
  staleTime: 5_000,
  refetchOnWindowFocus: false,
});

/** Returns a function that refetches the prices of a chair, and rejects if that fails. */
export function useRefetchPrices(deviceId: string): () => Promise<void> {
  const client = useQueryClient();
  const language = useLanguage();
  return useCallback(async () => {
    // Not `pricesQuery`, whose `staleTime` could return the refused prices from the cache.
    await client.fetchQuery(apiQuery("priceGroup", { deviceId }, language));
  }, [client, deviceId, language]);
}
