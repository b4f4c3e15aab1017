import { extend } from "@reposo/contract/orders.ts";
import { useCallback } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { leaveTo } from "#shared/routing/navigation.ts";
import { paymentHref } from "./payment-href.ts";
import { type PaidChoice, paidFields } from "./start-intention.ts";
import { type Attempt, useAttempt } from "./use-attempt.ts";
import { afterNewPrices } from "./use-start.ts";

/** Orders more minutes for a running massage; goes to the payment where there is one, after `onOrdered`. */
export function useExtend(
  orderId: string,
  onOrdered: () => void,
  refetchPrices: () => Promise<void>,
): Attempt<PaidChoice> {
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
  // Whoever comes back from paying by Back finds the countdown, and not a sheet that still waits.
  return useAttempt(order, { leaves: false });
}
