import type { Alert } from "@reposo/contract/alerts/alerts.ts";
import type { Cause } from "./alert-cause-rules.ts";
import { sumOfHours, type UsualIncome } from "./usual-income/usual-income-rules.ts";

/**
 * Returns the estimated cost in minor units: exactly `amountMinor` for differing coins, otherwise rounded, the missing
 * income (`amountMinor`) for low income or the usual income of the alert's chairs from `since` to `now`. The cost is 0
 * for refund requests, feedback, full cash boxes, and chairs whose usual income is unknown.
 */
export function estimateCostMinor(
  { kind, deviceIds, since, amountMinor }: Pick<Cause, "kind" | "deviceIds" | "since" | "amountMinor">,
  usual: ReadonlyMap<string, UsualIncome & { readonly zone: string }>,
  now: Date,
): number {
  if (kind === "coinsDiffer") return amountMinor ?? 0;
  if (kind === "incomeLow") return roundEstimate(amountMinor ?? 0);
  if (kind === "cashBoxFull") return 0;
  const cost = deviceIds.reduce((sum, deviceId) => {
    const chair = usual.get(deviceId);
    return chair === undefined ? sum : sum + sumOfHours(chair.amountsMinor, chair.zone, since, now);
  }, 0);
  return roundEstimate(cost);
}

/** Rounds to two significant digits and to the major unit, because an estimate with more digits looks exact. */
const roundEstimate = (minor: number): number => Math.round(Number(minor.toPrecision(2)) / 100) * 100;

/** Sorts alerts by cost, the highest first, but only within a currency. Alerts without a cost come last. */
export const compareByCost = (a: Compared, b: Compared): number =>
  Number(b.estimatedCost > 0) - Number(a.estimatedCost > 0) ||
  (a.estimatedCost > 0 ? a.currency.localeCompare(b.currency) || b.estimatedCost - a.estimatedCost : 0) ||
  Date.parse(a.since) - Date.parse(b.since) ||
  (a.alertId < b.alertId ? -1 : 1);
type Compared = Pick<Alert, "alertId" | "currency" | "estimatedCost" | "since">;
