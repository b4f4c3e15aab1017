import type { Currency } from "@reposo/contract/fields.ts";
import { activate } from "@reposo/contract/orders.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useMemo, useState } from "react";
import { callApi } from "#platform/api-client.ts";
import { newIdempotencyKey } from "#platform/api-exchange.ts";
import { ApiFailure, refusalCode } from "#platform/api-failure.ts";
import { ensureGuest } from "#platform/guest.ts";
import { relaunch } from "#platform/navigation.ts";
import { paymentHref } from "#platform/payment-href.ts";
import { hrefOf } from "#platform/routes.ts";
import { throttle } from "#platform/throttle.ts";
import { type StartChoice, activateFields, createIntentions } from "./start-intention.ts";

export interface StartFailure {
  /** Null: no answer came, so nobody knows yet whether it started. */
  readonly code: number | null;
  readonly message: string;
  /** What a coupon that only lowers the price leaves to pay. */
  readonly payable: { readonly amount: number; readonly currency: Currency } | null;
}

interface Starting {
  readonly pending: boolean;
  readonly failure: StartFailure | null;
  readonly start: (choice: StartChoice) => void;
  readonly forget: () => void;
}

/** Orders a massage and goes where it leads: to the payment, or to the countdown. */
export function useStart(): Starting {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<StartFailure | null>(null);
  const [intentions] = useState(() => createIntentions(newIdempotencyKey));

  const start = useMemo(() => {
    async function order(choice: StartChoice): Promise<void> {
      await ensureGuest(choice.deviceId);
      const fields = activateFields(choice);
      const idempotencyKey = intentions.keyFor(choice);
      const { orderId, payment } = await callApi(activate, fields, { idempotencyKey });
      intentions.answered();
      // The countdown takes this page's place, so that Back from paying leads to the order and not to a second one.
      relaunch(hrefOf("countdown", { orderId }));
      const href = paymentHref(payment?.redirectUrl, window.location.origin);
      if (href !== null) window.location.assign(href);
    }

    return throttle((choice: StartChoice) => {
      setPending(true);
      setFailure(null);
      order(choice).catch((error: unknown) => {
        setPending(false);
        if (!(error instanceof ApiFailure)) throw error;
        const code = refusalCode(error);
        if (code !== null) intentions.answered();
        if (code === resultCodes.priceListMissing) relaunch(hrefOf("error", { errType: "priceList" }));
        else if (error.kind !== "ended") {
          const payable =
            code === resultCodes.couponNeedsPayment ? (error.data as StartFailure["payable"]) : null;
          setFailure({ code, message: error.message, payable });
        }
      });
    });
  }, [intentions]);

  return { pending, failure, start, forget: () => setFailure(null) };
}

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
