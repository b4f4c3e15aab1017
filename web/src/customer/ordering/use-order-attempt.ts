import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useMemo, useState } from "react";
import { newIdempotencyKey } from "#shared/api/api-exchange.ts";
import { ApiFailure, refusalCode } from "#shared/api/api-failure.ts";
import { throttle } from "#shared/time/throttle.ts";
import { createChoiceMemory, type PaidChoice } from "./paid-choice.ts";

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
 * Places an order. `place` resolves to a function that navigates to the next page, and that is called once the attempt
 * has ended. With `leaves`, the attempt stays pending after success, because the navigation leaves the current page.
 */
export function useOrderAttempt(
  place: (choice: PaidChoice, idempotencyKey: string) => Promise<() => void>,
  { leaves }: { leaves: boolean },
): OrderAttempt {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<OrderFailure | null>(null);
  const [choices] = useState(() => createChoiceMemory(newIdempotencyKey));

  const attempt = useMemo(
    () =>
      throttle((choice: PaidChoice) => {
        setPending(true);
        setFailure(null);
        place(choice, choices.order(choice)).then(
          (navigateOn) => {
            choices.decided();
            setPending(leaves);
            navigateOn();
          },
          (error: unknown) => {
            setPending(false);
            if (!(error instanceof ApiFailure)) throw error;
            const code = refusalCode(error);
            if (code !== null) choices.decided();
            // A refusal of an outdated choice is ignored. An unknown outcome is always shown, because the order may
            // have been placed.
            if (error.kind === "ended" || (code !== null && !choices.isLatest(choice))) return;
            setFailure({ code, error });
          },
        );
      }),
    [place, choices, leaves],
  );

  const clearFailure = () => setFailure(null);
  const edit = () => {
    choices.changed();
    clearFailure();
  };
  return { pending, failure, attempt, clearFailure, edit };
}

/**
 * Refetches the prices if the server refused an outdated one. It is awaited before the refusal is shown, so that the page
 * shows the refusal together with the new prices. If the refetch fails, the server refuses the next attempt again.
 */
export async function refetchIfPriceChanged(
  failure: unknown,
  refetchPrices: () => Promise<void>,
): Promise<void> {
  if (refusalCode(failure) === resultCodes.priceChanged) await refetchPrices().catch(() => undefined);
}
