import { priceGroup } from "@reposo/contract/devices.ts";
import { useEffect, useState } from "react";
import { callApi } from "#platform/api-client.ts";
import { useOnline } from "#platform/connection.ts";
import type { PriceLine } from "./price-choice.tsx";

export type Prices =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | { readonly kind: "ready"; readonly lines: readonly PriceLine[] };

/** A chair's prices of one gear, read when they are wanted, and again with a new connection. */
export function usePrices(deviceId: string, gear: number, wanted: boolean): Prices {
  const [prices, setPrices] = useState<Prices>({ kind: "loading" });
  const online = useOnline();
  useEffect(() => {
    if (!wanted) return;
    const cancel = new AbortController();
    callApi(priceGroup, { deviceId }, { signal: cancel.signal, quiet: true }).then(
      (list) => {
        const lines = (JSON.parse(list) as PriceLine[]).filter((line) => line.gear === gear);
        setPrices({ kind: "ready", lines });
      },
      () => {
        if (!cancel.signal.aborted)
          setPrices((known) => (known.kind === "ready" ? known : { kind: "failed" }));
      },
    );
    return () => cancel.abort();
  }, [deviceId, gear, wanted, online]);
  return prices;
}
