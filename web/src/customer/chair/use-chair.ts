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
import { useOnline } from "#shared/api/connection.ts";
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

/** Fetches the prices of a chair, which the API returns as JSON text. */
const pricesOf = async (deviceId: string, options: CallOptions = {}) =>
  JSON.parse(await callApi("priceGroup", { deviceId }, options)) as ChairPageData["prices"];

/** Result codes for a chair that cannot be started now. Its page shows why (STATE-1). */
const unavailableCodes: readonly (number | null)[] = [
  resultCodes.deviceUnavailable,
  resultCodes.deviceOutOfService,
  resultCodes.deviceInUse,
];

/** Returns the ID of the caller's live order on the chair, or null if there is none. */
async function liveOrderOn(deviceId: string, options: CallOptions): Promise<string | null> {
  try {
    return await callApi("deviceStatus", { deviceId }, options);
  } catch (error) {
    if (unavailableCodes.includes(refusalCode(error))) return null;
    throw error;
  }
}

const pollMilliseconds = 5_000;
const maxRetryMilliseconds = 60_000;
/** Number of retries after which a restored connection no longer causes an immediate retry. */
const maxImmediateRetries = 3;

interface Attempt {
  readonly count: number;
  readonly failed: boolean;
}

/** Starts a retry if the last attempt has failed. Has no effect during an attempt and after a success. */
const nextAttempt = (last: Attempt): Attempt =>
  last.failed ? { count: last.count + 1, failed: false } : last;

/**
 * Loads a chair (START-1), and then polls its state. If the customer or manager has a live order on it, the countdown
 * opens; if the chair is unknown, of another manager's outlet, or without prices, the error page opens. If the loading fails, it is retried with increasing
 * delays, when the page becomes visible, and when the connection is restored.
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
  const [attempt, setAttempt] = useState({ count: 0, failed: false });
  const [isOpened, setOpened] = useState(false);
  const left = useRef(false);

  useEffect(() => {
    const cancel = new AbortController();
    const { signal } = cancel;
    const options = { signal, quiet: true };

    async function open(): Promise<void> {
      storeDeviceId(deviceId);
      await ensureGuest(deviceId);
      await launchManager();
      if (signal.aborted) return;
      const orderId = await liveOrderOn(deviceId, options);
      if (signal.aborted) return;
      if (orderId !== null) return navigate(hrefOf("countdown", { orderId }), { replace: true });
      // Inlined data without prices are refetched, because only the call for prices reports a missing price list.
      // Inlined data of an unavailable chair are refetched, because the chair may be available by now.
      if (!inlined?.prices || !inlined.device.available) {
        const [device, prices] = await Promise.all([
          callApi("publicDevice", { deviceId }, options),
          pricesOf(deviceId, options),
        ]);
        if (signal.aborted) return;
        setState({ kind: "ready", chair: { device, prices } });
      }
      setOpened(true);
    }

    open().catch((error: unknown) => {
      if (signal.aborted) return;
      if (!(error instanceof ApiFailure)) throw error;
      const code = refusalCode(error);
      if (code === resultCodes.priceListMissing) relaunchToError("priceList");
      else if (code !== null) relaunchToError("device", error.message);
      else if (error.kind !== "ended") {
        setState((now) => (now.kind === "ready" ? now : { kind: "failed" }));
        setAttempt(({ count }) => ({ count, failed: true }));
      }
    });
    left.current = false;
    return () => {
      left.current = true;
      cancel.abort();
    };
  }, [deviceId, inlined, attempt.count]);

  const retryIfFailed = useCallback(() => setAttempt(nextAttempt), []);
  const online = useOnline();
  useEffect(() => {
    // Later retries wait for their delay. Otherwise, if only these calls fail, each successful probe of the connection
    // would cause a retry.
    if (online) setAttempt((now) => (now.count < maxImmediateRetries ? nextAttempt(now) : now));
  }, [online]);

  const wasInUse = useRef(false);
  const refetchDevice = useCallback(() => {
    if (document.visibilityState !== "visible") return;
    if (!isOpened) return retryIfFailed();
    const options = { quiet: true };
    async function refetch(): Promise<void> {
      const device = await callApi("publicDevice", { deviceId }, options);
      // The chair may be running an order that the caller placed in another tab, or whose response was lost.
      const orderId =
        device.inUse && !wasInUse.current
          ? await liveOrderOn(deviceId, options).catch(() => undefined)
          : null;
      if (left.current) return;
      // If the call for the order failed, the next poll repeats it.
      wasInUse.current = device.inUse && orderId !== undefined;
      if (orderId) navigate(hrefOf("countdown", { orderId }), { replace: true });
      else setState((now) => (now.kind === "ready" ? { ...now, chair: { ...now.chair, device } } : now));
    }
    // If the call fails, the page keeps the last state, and the offline banner reports a lost connection.
    refetch().catch(() => undefined);
  }, [deviceId, isOpened, retryIfFailed]);
  const retryMilliseconds = attempt.failed
    ? Math.min(maxRetryMilliseconds, pollMilliseconds * 2 ** attempt.count)
    : null;
  useLiveRefetch(refetchDevice, {
    follows: false,
    fetchesFirst: false,
    pollMilliseconds: isOpened ? pollMilliseconds : retryMilliseconds,
  });

  const refetchPrices = useCallback(async () => {
    const prices = await pricesOf(deviceId);
    setState((now) => (now.kind === "ready" ? { ...now, chair: { ...now.chair, prices } } : now));
  }, [deviceId]);

  const retry = useCallback(() => {
    setState({ kind: "loading" });
    retryIfFailed();
  }, [retryIfFailed]);
  return { state, retry, refetchPrices };
}
