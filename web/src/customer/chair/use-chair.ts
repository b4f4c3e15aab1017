import type { ChairPageData } from "@reposo/contract/page-rendering.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { pricesQuery } from "#customer/ordering/index.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { retryFailedQueries } from "#shared/api/refetch.ts";
import { isTemporary, retryInterval } from "#shared/api/retry-interval.ts";
import { navigate, relaunchToError } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { useManagerAccount } from "#shared/session/manager-account.ts";
import { storeDeviceId } from "#shared/session/session-storage.ts";
import { liveOrderQuery, publicDeviceQuery, useInlinedChair } from "./chair-queries.ts";

export type ChairState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | { readonly kind: "ready"; readonly chair: Pick<ChairPageData, "device" | "prices"> };

const pollMilliseconds = 5_000;

/**
 * Loads a chair (START-1), and then polls its state. If the customer or manager has a live order on it, the countdown
 * opens; if the chair is unknown, of another manager's outlet, or without prices, the error page opens. If the loading
 * fails, it is retried with increasing delays, when the page becomes visible, and when the connection is restored.
 */
export function useChair(deviceId: string): { state: ChairState; retry: () => void } {
  const client = useQueryClient();
  const inlined = useInlinedChair(deviceId);
  useEffect(() => storeDeviceId(deviceId), [deviceId]);

  const { isManager, account, error: accountError } = useManagerAccount();
  const liveOrder = useQuery({
    ...liveOrderQuery(deviceId),
    enabled: !isManager || account !== null,
    refetchInterval: ({ state }) => retryInterval(state),
    refetchOnWindowFocus: ({ state }) => state.data === undefined,
  });
  const orderId = liveOrder.data ?? null;
  useEffect(() => {
    if (orderId !== null) navigate(hrefOf("countdown", { orderId }), { replace: true });
  }, [orderId]);

  const isChecked = liveOrder.data === null;
  // Inlined data of an unavailable chair are refetched immediately, because the chair may be available by now.
  const inlinedAge = inlined?.device.available === false ? { initialDataUpdatedAt: 0 } : {};
  const device = useQuery({
    ...publicDeviceQuery(deviceId),
    ...(inlined !== null && { initialData: inlined.device, ...inlinedAge }),
    enabled: isChecked,
    staleTime: pollMilliseconds,
    refetchInterval: ({ state }) => (state.data === undefined ? retryInterval(state) : pollMilliseconds),
  });
  const prices = useQuery({
    ...pricesQuery(deviceId),
    ...(inlined?.prices && { initialData: JSON.stringify(inlined.prices), ...inlinedAge }),
    enabled: isChecked,
    refetchInterval: ({ state }) => state.data === undefined && retryInterval(state),
  });

  // The chair may be running an order that the caller placed in another tab, or whose response was lost.
  const { refetch } = liveOrder;
  const isInUse = isChecked && device.data?.inUse === true;
  useEffect(() => {
    if (isInUse) void refetch();
  }, [isInUse, refetch]);

  const error =
    accountError ?? [liveOrder, device, prices].find(({ data }) => data === undefined)?.error ?? null;
  useEffect(() => {
    const code = refusalCode(error);
    if (code === resultCodes.priceListMissing) relaunchToError("priceList");
    else if (code !== null) relaunchToError("device", error?.message);
  }, [error]);

  const retry = useCallback(() => retryFailedQueries(client), [client]);
  const chair =
    device.data === undefined || (prices.data === undefined && inlined === null)
      ? null
      : { device: device.data, prices: prices.data ?? null };
  if (chair !== null) return { state: { kind: "ready", chair }, retry };
  return { state: { kind: isTemporary(error) ? "failed" : "loading" }, retry };
}
