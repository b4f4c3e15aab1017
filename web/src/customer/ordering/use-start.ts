import { activate } from "@reposo/contract/orders.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useCallback } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { ensureGuest } from "#shared/session/guest.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { relaunchToError } from "#shared/routing/error-page.ts";
import { leaveTo, relaunch } from "#shared/routing/navigation.ts";
import { paymentHref } from "./payment-href.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { activateFields, type StartChoice } from "./start-intention.ts";
import { type Attempt, useAttempt } from "./use-attempt.ts";

/** Orders a massage and goes where it leads: to the payment, or to the countdown. */
export function useStart(refetchPrices: () => Promise<void>): Attempt<StartChoice> {
  const order = useCallback(
    async (choice: StartChoice, idempotencyKey: string): Promise<() => void> => {
      await ensureGuest(choice.deviceId);
      try {
        const { orderId, payment } = await callApi(activate, activateFields(choice), { idempotencyKey });
        return () => {
          // The countdown takes this page's place, so that Back from paying leads to the order and not to a second one.
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
    [refetchPrices],
  );
  return useAttempt(order, { leaves: true });
}

/** A refusal for changed prices is shown together with the new ones. Where they do not come, the next try says so again. */
export async function afterNewPrices(refusal: unknown, refetchPrices: () => Promise<void>): Promise<unknown> {
  if (refusalCode(refusal) === resultCodes.priceChanged) await refetchPrices().catch(() => undefined);
  return refusal;
}

/** Refusals that another chair would not meet. */
export const chairRefused = (code: number | null): boolean =>
  code !== null &&
  (
    [
      resultCodes.deviceUnavailable,
      resultCodes.deviceOutOfService,
      resultCodes.deviceInUse,
      resultCodes.deviceUnknown,
      resultCodes.deviceOfOtherOutlet,
    ] as number[]
  ).includes(code);
