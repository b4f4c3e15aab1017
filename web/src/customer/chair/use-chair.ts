import { resultCodes } from "@reposo/contract/result-codes.ts";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { type PriceLine, pricesQuery } from "#customer/ordering/index.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { retryFailedQueries } from "#shared/api/refetch.ts";
import { isTemporary, retryInterval } from "#shared/api/retry-interval.ts";
import { useLanguage } from "#shared/i18n/i18n.tsx";
import { navigate, relaunchToError } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { useManagerAccount } from "#shared/session/manager-account.ts";
import { storeDeviceId } from "#shared/session/session-storage.ts";
import {
  liveOrderQuery,
  ownLiveOrderQuery,
  pollMilliseconds,
  type PublicDevice,
  publicDeviceQuery,
} from "./chair-queries.ts";

export type ChairState =
  | { readonly kind: "loading" }
  /** `device` is null if its state has not loaded either. */
  | { readonly kind: "failed"; readonly device: PublicDevice | null }
  | { readonly kind: "ready"; readonly device: PublicDevice; readonly prices: readonly PriceLine[] };

const noPrices: readonly PriceLine[] = [];

/**
 * Loads a chair (START-1), and then polls its state. If the customer or manager has a live order on it, the countdown
 * opens; if the chair is unknown or of another manager's outlet, the error page opens. If the loading fails, it is retried with increasing delays, when the page becomes visible, and when the connection is restored.
 */
export function useChair(deviceId: string): { state: ChairState; retry: () => void } {
  const client = useQueryClient();
  const language = useLanguage();
  useEffect(() => storeDeviceId(deviceId), [deviceId]);

  const { isManager, account, error: accountError } = useManagerAccount();
  const liveOrder = useQuery({
    ...ownLiveOrderQuery(deviceId),
    enabled: !isManager || account !== null,
    refetchInterval: ({ state }) => retryInterval(state),
    refetchOnWindowFocus: ({ state }) => state.data === undefined,
  });
  const orderId = liveOrder.data ?? null;
  useEffect(() => {
    if (orderId !== null) navigate(hrefOf("countdown", { orderId }), { replace: true });
  }, [orderId]);

  /** Whether the caller is known to have no live order on the chair. */
  const isChecked = liveOrder.data === null;
  const device = useQuery({
    ...publicDeviceQuery(deviceId),
    enabled: isChecked,
    refetchInterval: ({ state }) => (state.data === undefined ? retryInterval(state) : pollMilliseconds),
  });
  const prices = useQuery({
    ...pricesQuery(deviceId, language),
    // After a change of the language, the choice must not be lost.
    placeholderData: keepPreviousData,
    enabled: isChecked && device.data?.state !== "noPrices",
    refetchInterval: ({ state }) => state.data === undefined && retryInterval(state),
  });
  /** Whether the chair has lost its prices since its state was fetched. */
  const isUnpriced = refusalCode(prices.error) === resultCodes.priceListMissing;

  // An order that has ended must not open when the customer returns to the chair.
  useEffect(() => () => client.removeQueries(liveOrderQuery(deviceId)), [client, deviceId]);

  // The chair may be running an order that the caller placed in another tab, or whose response was lost.
  const { refetch } = liveOrder;
  const isInUse = isChecked && device.data?.inUse === true;
  useEffect(() => {
    if (isInUse) void refetch();
  }, [isInUse, refetch]);

  const needed = isUnpriced ? [liveOrder, device] : [liveOrder, device, prices];
  const contact = device.data?.contact ?? null;
  const error = accountError ?? needed.find(({ data }) => data === undefined)?.error ?? null;
  useEffect(() => {
    if (refusalCode(error) !== null) relaunchToError("device", { errMsg: error?.message, contact });
  }, [error, contact]);

  const retry = useCallback(() => retryFailedQueries(client), [client]);
  if (device.data !== undefined && (prices.data !== undefined || isUnpriced || device.data.state !== "free"))
    return { state: { kind: "ready", device: device.data, prices: prices.data ?? noPrices }, retry };
  const state: ChairState = isTemporary(error)
    ? { kind: "failed", device: device.data ?? null }
    : { kind: "loading" };
  return { state, retry };
}
