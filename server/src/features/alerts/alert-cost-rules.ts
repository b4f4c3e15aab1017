import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import type { Cause } from "./alert-cause-rules.ts";
import { sumOfHours, type UsualIncome } from "./usual-income/usual-income-rules.ts";

/** Kinds whose `amountMinor` is the missing income, so that no estimate is needed. */
const costIsAmount: readonly AlertKind[] = ["incomeLow", "coinsDiffer"];

/**
 * Returns the estimated cost in minor units: `amountMinor` for low income and differing coins, otherwise the usual
 * income of the alert's chairs from `since` to `now`. The cost is 0 for refund requests, feedback, full cash boxes,
 * and chairs whose usual income is unknown.
 */
export function estimateCostMinor(
  { kind, deviceIds, since, amountMinor }: Pick<Cause, "kind" | "deviceIds" | "since" | "amountMinor">,
  usual: ReadonlyMap<string, UsualIncome & { readonly zone: string }>,
  now: Date,
): number {
  if (costIsAmount.includes(kind)) return amountMinor ?? 0;
  if (kind === "cashBoxFull") return 0;
  const cost = deviceIds.reduce((sum, deviceId) => {
    const chair = usual.get(deviceId);
    return chair === undefined ? sum : sum + sumOfHours(chair.amountsMinor, chair.zone, since, now);
  }, 0);
  return Math.round(cost);
}
