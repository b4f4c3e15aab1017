import { extend } from "@reposo/contract/orders.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useMemo, useState } from "react";
import { callApi } from "#platform/api-client.ts";
import { newIdempotencyKey } from "#platform/api-exchange.ts";
import { ApiFailure, refusalCode } from "#platform/api-failure.ts";
import { paymentHref } from "#platform/payment-href.ts";
import { throttle } from "#platform/throttle.ts";
import { createIntentions, type PaidChoice, paidFields } from "./start-intention.ts";
import type { StartFailure } from "./use-start.ts";

interface Extending {
  readonly pending: boolean;
  readonly failure: StartFailure | null;
  readonly extend: (choice: PaidChoice) => void;
  readonly forget: () => void;
}

/** Orders more minutes for a running massage; goes to the payment where there is one, after `onOrdered`. */
export function useExtend(orderId: string, onOrdered: () => void): Extending {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<StartFailure | null>(null);
  const [intentions] = useState(() => createIntentions(newIdempotencyKey));

  const run = useMemo(() => {
    async function order(choice: PaidChoice): Promise<void> {
      const fields = { orderId, ...paidFields(choice) };
      const { payment } = await callApi(extend, fields, { idempotencyKey: intentions.keyFor(choice) });
      intentions.answered();
      // Whoever comes back by Back finds the countdown, and not a sheet that still waits.
      setPending(false);
      onOrdered();
      const href = paymentHref(payment?.redirectUrl, window.location.origin);
      if (href !== null) window.location.assign(href);
    }

    return throttle((choice: PaidChoice) => {
      setPending(true);
      setFailure(null);
      order(choice).catch((error: unknown) => {
        setPending(false);
        if (!(error instanceof ApiFailure)) throw error;
        const code = refusalCode(error);
        if (code !== null) intentions.answered();
        if (error.kind === "ended") return;
        const payable =
          code === resultCodes.couponNeedsPayment ? (error.data as StartFailure["payable"]) : null;
        setFailure({ code, message: error.message, payable });
      });
    });
  }, [orderId, intentions, onOrdered]);

  return { pending, failure, extend: run, forget: () => setFailure(null) };
}
