import { deviceStatus, priceGroup, publicDevice } from "@reposo/contract/devices.ts";
import type { ChairPageData } from "@reposo/contract/page-rendering.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useCallback, useEffect, useState } from "react";
import { callApi } from "#platform/api-client.ts";
import { ApiFailure, refusalCode } from "#platform/api-failure.ts";
import { ensureGuest } from "#platform/guest.ts";
import { navigate, relaunch } from "#platform/navigation.ts";
import { usePageData } from "#platform/page-data.ts";
import { hrefOf } from "#platform/routes.ts";
import { storeDeviceId } from "#platform/session-storage.ts";

/** What the start depends on; adverts are fetched by themselves. */
type Chair = Pick<ChairPageData, "device" | "prices">;

export type ChairState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | { readonly kind: "ready"; readonly chair: Chair };

/** What the server inlined, where it is of this chair. */
function useInlinedChair(deviceId: string): ChairPageData | null {
  const { chair } = usePageData();
  return chair?.device.deviceId === deviceId ? chair : null;
}

const pricesOf = async (deviceId: string, signal: AbortSignal) =>
  JSON.parse(await callApi(priceGroup, { deviceId }, { signal })) as ChairPageData["prices"];

async function fetchChair(deviceId: string, signal: AbortSignal): Promise<Chair> {
  const options = { signal };
  const [device, prices] = await Promise.all([
    callApi(publicDevice, { deviceId }, options),
    pricesOf(deviceId, signal),
  ]);
  return { device, prices };
}

/** START-1: a live order of the caller's opens its countdown, a refusal the error page, else the chair's page. */
export function useChair(deviceId: string): { state: ChairState; retry: () => void } {
  const inlined = useInlinedChair(deviceId);
  const [state, setState] = useState<ChairState>(
    inlined?.prices ? { kind: "ready", chair: inlined } : { kind: "loading" },
  );
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const cancel = new AbortController();
    const { signal } = cancel;

    async function open(): Promise<void> {
      storeDeviceId(deviceId);
      await ensureGuest(deviceId);
      const orderId = await callApi(deviceStatus, { deviceId }, { signal });
      if (signal.aborted) return;
      if (orderId !== null) return navigate(hrefOf("countdown", { orderId }), { replace: true });
      if (inlined?.prices) return;
      const chair = await fetchChair(deviceId, signal);
      if (!signal.aborted) setState({ kind: "ready", chair });
    }

    open().catch((error: unknown) => {
      if (signal.aborted || !(error instanceof ApiFailure)) return;
      const code = refusalCode(error);
      if (code === resultCodes.priceListMissing) relaunch(hrefOf("error", { errType: "priceList" }));
      else if (code !== null) relaunch(hrefOf("error", { errType: "device", errMsg: error.message }));
      else if (error.kind !== "ended") setState((now) => (now.kind === "ready" ? now : { kind: "failed" }));
    });
    return () => cancel.abort();
  }, [deviceId, inlined, attempt]);

  const retry = useCallback(() => {
    setState({ kind: "loading" });
    setAttempt((count) => count + 1);
  }, []);
  return { state, retry };
}
