import { deviceStatus, priceGroup, publicDevice } from "@reposo/contract/devices/devices.ts";
import type { ChairPageData } from "@reposo/contract/page-rendering.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import type { CallOptions } from "#shared/api/api-exchange.ts";
import { ApiFailure, refusalCode } from "#shared/api/api-failure.ts";
import { ensureGuest } from "#shared/session/guest.ts";
import { launchManager } from "#shared/session/launch-manager.ts";
import { navigate, relaunchToError } from "#shared/routing/navigation.ts";
import { useLiveRefetch } from "#shared/live/use-live-refetch.ts";
import { usePageData } from "#shared/api/page-data.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { storeDeviceId } from "#shared/session/session-storage.ts";

/** The data that the page needs to start a massage. */
type Chair = Pick<ChairPageData, "device" | "prices">;

export type ChairState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | { readonly kind: "ready"; readonly chair: Chair };

/** Returns the chair data that the server inlined in the page; null if the page contains no data for this chair. */
export function useInlinedChair(deviceId: string): ChairPageData | null {
  const { chair } = usePageData();
  return chair?.device.deviceId === deviceId ? chair : null;
}

const pricesOf = async (deviceId: string, options: CallOptions = {}) =>
  JSON.parse(await callApi(priceGroup, { deviceId }, options)) as ChairPageData["prices"];

const pollMilliseconds = 5_000;

/**
 * Loads a chair (START-1). If the customer or manager has a live order on it, the countdown opens; if the server
 * refuses the chair, the error page opens.
 */
export function useChair(deviceId: string): {
  state: ChairState;
  retry: () => void;
  refetchPrices: () => Promise<void>;
} {
  const inlined = useInlinedChair(deviceId);
  const [state, setState] = useState<ChairState>(
    inlined === null ? { kind: "loading" } : { kind: "ready", chair: inlined },
  );
  const [attempt, setAttempt] = useState(0);
  const [isAdmitted, setAdmitted] = useState(false);
  const left = useRef(false);

  useEffect(() => {
    const cancel = new AbortController();
    const { signal } = cancel;

    async function open(): Promise<void> {
      storeDeviceId(deviceId);
      await ensureGuest(deviceId);
      await launchManager();
      if (signal.aborted) return;
      const orderId = await callApi(deviceStatus, { deviceId }, { signal });
      if (signal.aborted) return;
      if (orderId !== null) return navigate(hrefOf("countdown", { orderId }), { replace: true });
      // Inlined data without prices are refetched, because only the call for prices reports a missing price list. Those
      // of an unavailable chair are refetched, because the chair may be available by now.
      if (!inlined?.prices || !inlined.device.available) {
        const [device, prices] = await Promise.all([
          callApi(publicDevice, { deviceId }, { signal }),
          pricesOf(deviceId, { signal }),
        ]);
        if (signal.aborted) return;
        setState({ kind: "ready", chair: { device, prices } });
      }
      setAdmitted(true);
    }

    open().catch((error: unknown) => {
      if (signal.aborted) return;
      if (!(error instanceof ApiFailure)) throw error;
      const code = refusalCode(error);
      if (code === resultCodes.priceListMissing) relaunchToError("priceList");
      else if (code !== null) relaunchToError("device", error.message);
      else if (error.kind !== "ended") setState((now) => (now.kind === "ready" ? now : { kind: "failed" }));
    });
    left.current = false;
    return () => {
      left.current = true;
      cancel.abort();
    };
  }, [deviceId, inlined, attempt]);

  const wasInUse = useRef(false);
  const refetchDevice = useCallback(() => {
    if (!isAdmitted || document.visibilityState !== "visible") return;
    const options = { quiet: true };
    async function refetch(): Promise<void> {
      const device = await callApi(publicDevice, { deviceId }, options);
      // The chair may be running an order that the caller placed in another tab, or whose response was lost.
      const orderId =
        device.inUse && !wasInUse.current
          ? await callApi(deviceStatus, { deviceId }, options).catch(() => null)
          : null;
      if (left.current) return;
      wasInUse.current = device.inUse;
      if (orderId !== null) navigate(hrefOf("countdown", { orderId }), { replace: true });
      else setState((now) => (now.kind === "ready" ? { ...now, chair: { ...now.chair, device } } : now));
    }
    // If the call fails, the page keeps the last state, and the offline banner reports a lost connection.
    refetch().catch(() => undefined);
  }, [deviceId, isAdmitted]);
  useLiveRefetch(refetchDevice, {
    follows: false,
    fetchesFirst: false,
    pollMilliseconds: isAdmitted ? pollMilliseconds : null,
  });

  const refetchPrices = useCallback(async () => {
    const prices = await pricesOf(deviceId);
    setState((now) => (now.kind === "ready" ? { ...now, chair: { ...now.chair, prices } } : now));
  }, [deviceId]);

  const retry = useCallback(() => {
    setState({ kind: "loading" });
    setAttempt((count) => count + 1);
  }, []);
  return { state, retry, refetchPrices };
}
