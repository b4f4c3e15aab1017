import { smallestUnit } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { EndReason } from "@reposo/contract/orders/order-values.ts";
import { endOfRun } from "#features/orders/record/run-rules.ts";

/**
 * An outlet's policy for online payments: the share that is refunded if a fault or power loss ends a massage early.
 */
export type RefundPolicy = "none" | "proportional" | "full";

/** Whether the chair ended the massage early by itself. */
export const isChairsFault = (reason: EndReason | null): boolean =>
  reason === "fault" || reason === "powerLoss";

export interface EndedRun {
  /** The payment in minor units; 0 for a payment that is not refunded. */
  readonly amountMinor: number;
  readonly currency: Currency;
  /** Start and end of the bought time. */
  readonly startedAt: Date;
  readonly endsAt: Date;
  readonly endedAt: Date;
}

/**
 * Returns the refund in minor units: 0, the whole payment, or its share for the unused time, rounded up to a payable
 * amount.
 */
export function unusedAmountOf(policy: RefundPolicy, run: EndedRun): number {
  if (policy === "none") return 0;
  const boughtMs = run.endsAt.getTime() - run.startedAt.getTime();
  const unusedMs = Math.min(boughtMs, run.endsAt.getTime() - run.endedAt.getTime());
  if (boughtMs <= 0 || unusedMs <= 0) return 0;
  if (policy === "full") return run.amountMinor;
  const unit = smallestUnit(run.currency);
  return Math.min(run.amountMinor, Math.ceil((run.amountMinor * unusedMs) / boughtMs / unit) * unit);
}

/** The part of a run that one order has paid for: the `minutes` before `endsAt`. */
export interface Portion {
  readonly minutes: number;
  readonly endsAt: Date;
  readonly amountMinor: number;
  readonly currency: Currency;
}

/**
 * Returns the refund in minor units of each order of an extended run, in the order of `portions`. The unused minutes
 * are the last ones, so a proportional refund goes to the orders that bought these minutes.
 */
export function unusedAmountsOf(policy: RefundPolicy, endedAt: Date, portions: readonly Portion[]): number[] {
  // The last portion does not always end last, because an order that was placed earlier may have been paid later.
  const runEndsAt = new Date(Math.max(...portions.map(({ endsAt }) => endsAt.getTime())));
  return portions.map(({ minutes, endsAt, amountMinor, currency }) => {
    const startedAt = new Date(endsAt.getTime() - minutes * 60_000);
    // With a full refund, every order is refunded if the massage ended early, even if its own minutes were used.
    const boughtUntil = policy === "full" ? runEndsAt : endsAt;
    return unusedAmountOf(policy, { amountMinor, currency, startedAt, endsAt: boughtUntil, endedAt });
  });
}

/** An order that has paid for a part of a run. */
type PaidPart = Omit<Portion, "endsAt"> & { readonly endsAt: Date | null };

/** Returns the order and the extensions of a run, each with the end of the minutes that it has paid for. */
export function portionsOf<P extends PaidPart>(
  order: P & { readonly startedAt: Date },
  extensions: readonly P[],
): (P & Portion)[] {
  // The end of the order's own minutes is computed, because `endsAt` of the order includes its extensions.
  const ownEnd = endOfRun(order.startedAt, order.minutes * 60);
  return [{ ...order, endsAt: ownEnd }, ...extensions].flatMap((part) =>
    part.endsAt === null ? [] : { ...part, endsAt: part.endsAt },
  );
}
