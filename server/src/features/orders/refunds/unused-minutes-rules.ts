import type { Currency } from "@reposo/contract/fields.ts";
import { smallestUnit } from "@reposo/contract/money/money.ts";
import type { EndReason } from "@reposo/contract/orders/orders.ts";

/** What an outlet refunds when a chair ends a massage early because of a fault or power loss. */
export type RefundPolicy = "none" | "proportional" | "full";

const refundedReasons: readonly EndReason[] = ["fault", "powerLoss"];

export interface EndedRun {
  readonly reason: EndReason;
  /** The payment in minor units; 0 for a coupon without money. */
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly startedAt: Date;
  readonly endsAt: Date;
  readonly endedAt: Date;
}

/** The refund in minor units: none, the whole payment, or its share for the unused time, rounded up. */
export function unusedAmountOf(policy: RefundPolicy, run: EndedRun): number {
  if (policy === "none" || !refundedReasons.includes(run.reason)) return 0;
  const boughtMs = run.endsAt.getTime() - run.startedAt.getTime();
  const unusedMs = Math.min(boughtMs, run.endsAt.getTime() - run.endedAt.getTime());
  if (boughtMs <= 0 || unusedMs <= 0) return 0;
  if (policy === "full") return run.amountMinor;
  const unit = smallestUnit(run.currency);
  return Math.min(run.amountMinor, Math.ceil((run.amountMinor * unusedMs) / boughtMs / unit) * unit);
}

/** The minutes of a run that one order bought; they end at `endsAt`. */
export interface Portion {
  readonly minutes: number;
  readonly endsAt: Date;
  readonly amountMinor: number;
  readonly currency: Currency;
}

/**
 * The refund of each order of an extended run. The unused minutes are the last ones, so the order that bought them is
 * refunded first.
 */
export function unusedAmountsOf(
  policy: RefundPolicy,
  { reason, endedAt }: Pick<EndedRun, "reason" | "endedAt">,
  portions: readonly Portion[],
): number[] {
  // The end of the run is not always that of the last portion: an earlier order may have been paid and applied later.
  const runEndsAt = new Date(Math.max(...portions.map(({ endsAt }) => endsAt.getTime())));
  return portions.map(({ minutes, endsAt, amountMinor, currency }) => {
    const startedAt = new Date(endsAt.getTime() - minutes * 60_000);
    // A full refund covers the whole massage, whichever order bought its minutes.
    const boughtUntil = policy === "full" ? runEndsAt : endsAt;
    return unusedAmountOf(policy, { reason, amountMinor, currency, startedAt, endsAt: boughtUntil, endedAt });
  });
}
