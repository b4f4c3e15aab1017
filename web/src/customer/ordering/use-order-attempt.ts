import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useMemo, useState } from "react";
import { newIdempotencyKey } from "#shared/api/api-exchange.ts";
import { ApiFailure, refusalCode } from "#shared/api/api-failure.ts";
import { throttle } from "#shared/time/throttle.ts";
import { createIntentions, type PaidChoice } from "./start-intention.ts";

export interface OrderFailure {
  /**
   * The server's result code if it refused the order; null if it is unknown whether the order was placed, for example
   * because no response arrived.
   */
  readonly code: number | null;
  readonly error: ApiFailure;
}

export interface OrderAttempt {
  readonly pending: boolean;
  readonly failure: OrderFailure | null;
  /** Places the order. Further calls within half a second are ignored, so that a double tap places only one order. */
  readonly attempt: (choice: PaidChoice) => void;
  readonly clearFailure: () => void;
  /**
   * Called when the customer changes the choice: clears the failure, and ignores a refusal of the pending call that
   * arrives later.
   */
  readonly edit: () => void;
}

/**
 * Places an order. `place` resolves to a function that navigates to the next page. With `leaves`, the attempt stays
 * pending after success, because the navigation leaves the current page.
 */
export function useOrderAttempt(
  place: (choice: PaidChoice, idempotencyKey: string) => Promise<() => void>,
  { leaves }: { leaves: boolean },
): OrderAttempt {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<OrderFailure | null>(null);
  const [intentions] = useState(() => createIntentions(newIdempotencyKey));

  const attempt = useMemo(
    () =>
      throttle((choice: PaidChoice) => {
        setPending(true);
        setFailure(null);
        place(choice, intentions.keyFor(choice)).then(
          (navigateOn) => {
            intentions.answered();
            setPending(leaves);
            navigateOn();
          },
          (error: unknown) => {
            setPending(false);
            if (!(error instanceof ApiFailure)) throw error;
            const code = refusalCode(error);
            if (code !== null) intentions.answered();
            // A refusal of an outdated choice is ignored. An unknown outcome is always shown, because the order may
            // have been placed.
            if (error.kind === "ended" || (code !== null && !intentions.isLatest(choice))) return;
            setFailure({ code, error });
          },
        );
      }),
    [place, intentions, leaves],
  );

  const clearFailure = () => setFailure(null);
  const edit = () => {
    intentions.reconsidered();
    clearFailure();
  };
  return { pending, failure, attempt, clearFailure, edit };
}

/**
 * Returns the given error. If the server refused an outdated price, refetches the prices first, so that the page shows
 * the refusal together with the new prices. If the refetch fails, the server refuses the next attempt again.
 */
export async function afterNewPrices(refusal: unknown, refetchPrices: () => Promise<void>): Promise<unknown> {
  if (refusalCode(refusal) === resultCodes.priceChanged) await refetchPrices().catch(() => undefined);
  return refusal;
}
