import { extend } from "@reposo/contract/orders/orders.ts";
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
import { leaveTo } from "#shared/routing/navigation.ts";

/** Orders more minutes for a running massage, then calls `onOrdered` and opens the payment page, if there is one. */
export function useExtend(
  orderId: string,
  onOrdered: () => void,
  refetchPrices: () => Promise<void>,
): OrderAttempt {
  const order = useCallback(
    async (choice: PaidChoice, idempotencyKey: string) => {
      const fields = { orderId, ...paidFields(choice) };
      const { payment } = await callApi(extend, fields, { idempotencyKey }).catch(async (error: unknown) => {
        throw await afterNewPrices(error, refetchPrices);
      });
      return () => {
        onOrdered();
        const href = paymentHref(payment?.redirectUrl, window.location.origin);
        if (href !== null) leaveTo(href);
      };
    },
    [orderId, onOrdered, refetchPrices],
  );
  // Back from the payment page leads to the countdown, where the sheet must be usable again.
  return useOrderAttempt(order, { leaves: false });
}
