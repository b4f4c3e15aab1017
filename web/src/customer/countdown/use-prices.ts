import { priceGroup } from "@reposo/contract/devices/devices.ts";
import { useCallback, useEffect, useState } from "react";
import type { PriceLine } from "#customer/ordering/index.ts";
import { callApi } from "#shared/api/api-client.ts";
import { useOnline } from "#shared/api/connection.ts";

export type Prices =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | { readonly kind: "ready"; readonly lines: readonly PriceLine[] };

/**
 * Returns a chair's prices for one gear. They are fetched when `enabled` becomes true, and again when the connection is
 * restored.
 */
export function usePrices(
  deviceId: string,
  gear: number,
  enabled: boolean,
): { readonly prices: Prices; readonly refetchPrices: () => Promise<void> } {
  const [prices, setPrices] = useState<Prices>({ kind: "loading" });
  const online = useOnline();
  const fetchPrices = useCallback(
    async (signal?: AbortSignal) => {
      const list = await callApi(priceGroup, { deviceId }, { ...(signal && { signal }), quiet: true });
      const lines = (JSON.parse(list) as PriceLine[]).filter((line) => line.gear === gear);
      setPrices({ kind: "ready", lines });
    },
    [deviceId, gear],
  );
  useEffect(() => {
    if (!enabled) return;
    const cancel = new AbortController();
    fetchPrices(cancel.signal).catch(() => {
      if (!cancel.signal.aborted) setPrices((known) => (known.kind === "ready" ? known : { kind: "failed" }));
    });
    return () => cancel.abort();
  }, [fetchPrices, enabled, online]);
  const refetchPrices = useCallback(() => fetchPrices(), [fetchPrices]);
  return { prices, refetchPrices };
}
