import { activate } from "@reposo/contract/orders/orders.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useCallback } from "react";
import {
  afterNewPrices,
  type OrderAttempt,
  type PaidChoice,
  paidFields,
  paymentHref,
  useOrderAttempt,
} from "#customer/ordering/index.ts";
import { callApi } from "#shared/api/api-client.ts";
import { ensureGuest } from "#shared/session/guest.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { leaveTo, relaunch, relaunchToError } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";

export function useStart(deviceId: string, refetchPrices: () => Promise<void>): OrderAttempt {
  const order = useCallback(
    async (choice: PaidChoice, idempotencyKey: string): Promise<() => void> => {
      await ensureGuest(deviceId);
      const fields = { deviceId, ...paidFields(choice) };
      try {
        const { orderId, payment } = await callApi(activate, fields, { idempotencyKey });
        return () => {
          // The countdown replaces this page in the browser's history, so that Back from the payment page leads to the
          // new order.
          relaunch(hrefOf("countdown", { orderId }));
          const href = paymentHref(payment?.redirectUrl, window.location.origin);
          if (href !== null) leaveTo(href);
        };
      } catch (error) {
        if (refusalCode(error) !== resultCodes.priceListMissing)
          throw await afterNewPrices(error, refetchPrices);
        return () => relaunchToError("priceList");
      }
    },
    [deviceId, refetchPrices],
  );
  return useOrderAttempt(order, { leaves: true });
}

const chairRefusals: readonly (number | null)[] = [
  resultCodes.deviceUnavailable,
  resultCodes.deviceOutOfService,
  resultCodes.deviceInUse,
  resultCodes.deviceUnknown,
  resultCodes.deviceOfOtherOutlet,
];

/** Whether the server refused the chair itself, so that the customer should try another chair. */
export const chairRefused = (code: number | null): boolean => chairRefusals.includes(code);
