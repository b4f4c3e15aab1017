import type { PastOrder } from "@reposo/server/demo/history/past-orders.ts";
import {
  sumOfHours,
  type UsualIncome,
} from "@reposo/server/features/alerts/usual-income/usual-income-rules.ts";
import { endedAt } from "./changed-orders.ts";
import { type Fault, minuteMs } from "./scenario.ts";

/** The definition in docs/alerts.md: at most two starts in a period with at least this number of usual starts. */
const usualStarts = 16;
const quarterMs = 15 * minuteMs;

/**
 * Whether a chair's income is low at `now`, in milliseconds since the Unix epoch, according to the definition. The
 * orders of the chair and its outlet come from the scenario, the usual values from the product's daily computation.
 */
export function isLowByDefinition(
  { outlet, deviceIds: [deviceId = ""] }: Fault,
  now: number,
  {
    ordersOf,
    usual,
  }: {
    readonly ordersOf: ReadonlyMap<string, readonly PastOrder[]>;
    readonly usual: ReadonlyMap<string, UsualIncome>;
  },
): boolean {
  const own = usual.get(deviceId);
  if (own === undefined) return false;
  const started = (ordersOf.get(deviceId) ?? []).filter(
    (order) =>
      order.status === "completed" && order.orderedAt.getTime() + order.startedAfterSeconds * 1000 <= now,
  );
  // The period begins with the third-last start, after which the chair started at most twice.
  const since = started.at(-3)?.orderedAt.getTime();
  if (since === undefined) return false;
  const usualSince = (of: UsualIncome, from: number) =>
    sumOfHours(of.starts, outlet.timeZone, new Date(from), new Date(now));
  if (usualSince(own, since) < usualStarts) return false;
  // The chair's usual starts are reduced by the ratio of actual to usual starts of the outlet's other chairs, so that a
  // quiet outlet does not appear as a fault of the chair. Like in the product, the starts of the other chairs are
  // counted from the beginning of a quarter hour, the grain of the roll-ups.
  const from = Math.floor(since / quarterMs) * quarterMs;
  let [ofOthers, usualOfOthers] = [0, 0];
  for (const other of outlet.deviceIds) {
    const usualOfOther = usual.get(other);
    if (other === deviceId || usualOfOther === undefined) continue;
    usualOfOthers += usualSince(usualOfOther, from);
    ofOthers += (ordersOf.get(other) ?? []).filter(
      (order) => order.status === "completed" && order.orderedAt.getTime() >= from && endedAt(order) <= now,
    ).length;
  }
  const share = usualOfOthers === 0 ? 1 : Math.min(1, ofOthers / usualOfOthers);
  return usualSince(own, since) * share >= usualStarts;
}
