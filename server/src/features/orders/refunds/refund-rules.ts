import type { Currency } from "@reposo/contract/fields.ts";
import type { EndReason } from "@reposo/contract/orders.ts";

/** What an outlet gives back where a chair itself ended a massage early. */
export type RefundPolicy = "none" | "proportional" | "full";

/** Ends that are the chair's fault; whoever stops a massage by hand has had what was wanted. */
const chairsFault: readonly EndReason[] = ["fault", "powerLoss"];

export interface EndedRun {
  readonly reason: EndReason;
  /** Money that the order took, in minor units; 0 for a coupon that is none. */
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly startedAt: Date;
  readonly endsAt: Date;
  readonly endedAt: Date;
}

/** Rupiah are not paid back in cents. */
const smallestStep = (currency: Currency): number => (currency === "IDR" ? 100 : 1);

/**
 * What a run that the chair ended early gives back, in minor units: the share of the time that was not had, rounded in
 * the customer's favour, never more than was taken.
 */
export function refundOfRun(policy: RefundPolicy, run: EndedRun): number {
  if (policy === "none" || !chairsFault.includes(run.reason)) return 0;
  const boughtMs = run.endsAt.getTime() - run.startedAt.getTime();
  const unusedMs = Math.min(boughtMs, run.endsAt.getTime() - run.endedAt.getTime());
  if (boughtMs <= 0 || unusedMs <= 0) return 0;
  if (policy === "full") return run.amountMinor;
  const step = smallestStep(run.currency);
  return Math.min(run.amountMinor, Math.ceil((run.amountMinor * unusedMs) / boughtMs / step) * step);
}

/** What was bought of a run by one order: the minutes that end at `endsAt`. */
export interface Portion {
  readonly minutes: number;
  readonly endsAt: Date;
  readonly amountMinor: number;
  readonly currency: Currency;
}

/**
 * What each order gives back of a run that several bought, one after the other: what was not had are its last
 * minutes, so the last that was bought is the first that is returned.
 */
export function refundsOfRun(
  policy: RefundPolicy,
  { reason, endedAt }: Pick<EndedRun, "reason" | "endedAt">,
  portions: readonly Portion[],
): number[] {
  // Not of the last one: what was ordered earlier may have been paid for, and taken by the chair, later.
  const runEndsAt = new Date(Math.max(...portions.map(({ endsAt }) => endsAt.getTime())));
  return portions.map(({ minutes, endsAt, amountMinor, currency }) => {
    const startedAt = new Date(endsAt.getTime() - minutes * 60_000);
    // Where the whole is given back it is one massage, whoever bought which minutes of it.
    const bought = policy === "full" ? runEndsAt : endsAt;
    return refundOfRun(policy, { reason, amountMinor, currency, startedAt, endsAt: bought, endedAt });
  });
}
