import { useMemo, useState } from "react";
import { newIdempotencyKey } from "#shared/api/api-exchange.ts";
import { ApiFailure, refusalCode } from "#shared/api/api-failure.ts";
import { throttle } from "#shared/time/throttle.ts";
import { createIntentions, type PaidChoice } from "./start-intention.ts";

export interface AttemptFailure {
  /** Null: no answer came, so nobody knows yet whether it was ordered. */
  readonly code: number | null;
  readonly error: ApiFailure;
}

export interface Attempt<C> {
  readonly pending: boolean;
  readonly failure: AttemptFailure | null;
  readonly attempt: (choice: C) => void;
  readonly forget: () => void;
  /** What was chosen stands no longer: what is or will be said of it goes as well. */
  readonly reconsider: () => void;
}

/**
 * Asks for something that is paid for to be ordered, one tap at a time. `order` resolves, once it is ordered, with
 * the way on; where that leaves the page, the attempt is pending until it is left.
 */
export function useAttempt<C extends PaidChoice>(
  order: (choice: C, idempotencyKey: string) => Promise<() => void>,
  { leaves }: { leaves: boolean },
): Attempt<C> {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<AttemptFailure | null>(null);
  const [intentions] = useState(() => createIntentions(newIdempotencyKey));

  const attempt = useMemo(
    () =>
      throttle((choice: C) => {
        setPending(true);
        setFailure(null);
        order(choice, intentions.keyFor(choice)).then(
          (goOn) => {
            intentions.answered();
            setPending(leaves);
            goOn();
          },
          (error: unknown) => {
            setPending(false);
            if (!(error instanceof ApiFailure)) throw error;
            const code = refusalCode(error);
            if (code !== null) intentions.answered();
            // That no answer came is said in any case: it may have been ordered.
            if (error.kind === "ended" || (code !== null && !intentions.stands(choice))) return;
            setFailure({ code, error });
          },
        );
      }),
    [order, intentions, leaves],
  );

  const forget = () => setFailure(null);
  const reconsider = () => {
    intentions.reconsidered();
    forget();
  };
  return { pending, failure, attempt, forget, reconsider };
}
