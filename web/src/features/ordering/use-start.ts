import { activate } from "@reposo/contract/orders.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { callApi } from "#platform/api-client.ts";
import { ensureGuest } from "#platform/guest.ts";
import { refusalCode } from "#platform/api-failure.ts";
import { relaunch } from "#platform/navigation.ts";
import { paymentHref } from "#platform/payment-href.ts";
import { hrefOf } from "#platform/routes.ts";
import { activateFields, type StartChoice } from "./start-intention.ts";
import { type Attempt, useAttempt } from "./use-attempt.ts";

async function order(choice: StartChoice, idempotencyKey: string): Promise<() => void> {
  await ensureGuest(choice.deviceId);
  try {
    const { orderId, payment } = await callApi(activate, activateFields(choice), { idempotencyKey });
    return () => {
      // The countdown takes this page's place, so that Back from paying leads to the order and not to a second one.
      relaunch(hrefOf("countdown", { orderId }));
      const href = paymentHref(payment?.redirectUrl, window.location.origin);
      if (href !== null) window.location.assign(href);
    };
  } catch (error) {
    if (refusalCode(error) !== resultCodes.priceListMissing) throw error;
    return () => relaunch(hrefOf("error", { errType: "priceList" }));
  }
}

/** Orders a massage and goes where it leads: to the payment, or to the countdown. */
export const useStart = (): Attempt<StartChoice> => useAttempt(order, { leaves: true });

/** Refusals that another chair would not meet. */
export const chairRefused = (code: number | null): boolean =>
  code !== null &&
  (
    [
      resultCodes.deviceUnavailable,
      resultCodes.deviceInUse,
      resultCodes.deviceUnknown,
      resultCodes.deviceOfOtherOutlet,
    ] as number[]
  ).includes(code);
