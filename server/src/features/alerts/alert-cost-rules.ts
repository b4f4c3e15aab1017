import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import { sumOfHours, type UsualIncome } from "./usual-income/usual-income-rules.ts";

/** Kinds whose amount is the cost itself. */
const costIsAmount: readonly AlertKind[] = ["incomeLow", "coinsDiffer"];

export interface CostFacts {
  readonly kind: AlertKind;
  readonly deviceIds: readonly string[];
  readonly since: Date;
  readonly amountMinor: number | null;
  readonly zone: string;
}

/**
 * The estimated cost in minor units: the usual income of the chairs that earn less, for as long as the cause lasts.
 * Refund requests, feedback and full boxes cost no income; nor does a chair without a history.
 */
export function estimateCostMinor(
  { kind, deviceIds, since, amountMinor, zone }: CostFacts,
  usual: ReadonlyMap<string, UsualIncome>,
  now: Date,
): number {
  if (costIsAmount.includes(kind)) return amountMinor ?? 0;
  if (kind === "cashBoxFull") return 0;
  const cost = deviceIds.reduce((sum, deviceId) => {
    const chair = usual.get(deviceId);
    return chair === undefined ? sum : sum + sumOfHours(chair.amountsMinor, zone, since, now);
  }, 0);
  return Math.round(cost);
}
