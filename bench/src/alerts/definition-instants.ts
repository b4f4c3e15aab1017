import type { PastOrder } from "@reposo/server/demo/history/past-orders.ts";
import { detectOffline } from "@reposo/server/features/alerts/detection/offline-rules.ts";
import type { AlertSettings } from "@reposo/server/platform/config/config-alerts.ts";
import { endedAt } from "./changed-orders.ts";
import { dayMs, type Fault, hourMs, minuteMs } from "./scenario.ts";
import type { ChairAbsences } from "./window-events.ts";

/** Interval of the instants at which the definitions of `chairOffline` and `outletOffline` are evaluated. */
const offlineStepMs = 10_000;
/** Time between two coins of an order in the demo's history. */
const coinEveryMs = 5_000;
/** Value of a coin in the demo's history, by currency, in minor units. */
const coinMinor: Record<string, number> = { PHP: 1_000, IDR: 100_000, MYR: 100, CNY: 100 };

export interface DefinitionFacts {
  readonly bounds: AlertSettings;
  readonly chairs: readonly ChairAbsences[];
  /** Orders by chair, oldest first. */
  readonly ordersOf: ReadonlyMap<string, readonly PastOrder[]>;
}

/**
 * Returns when a fault first satisfies the definition in docs/alerts.md, in milliseconds since the Unix epoch; null if
 * the fault ends earlier. The instant is derived from the scenario, not from the product's database. However, the
 * product's `detectOffline` decides whether an absence is unusual, so the benchmark cannot find errors of
 * `detectOffline`. Returns null for low income, because `runWindow` evaluates that definition by `isLowByDefinition`.
 */
export function definitionInstant(fault: Fault, facts: DefinitionFacts): number | null {
  const { kind, from, to } = fault;
  const within = (at: number | null) => (at !== null && at < to ? at : null);
  switch (kind) {
    case "chairOffline":
    case "outletOffline":
      return offlineInstant(fault, facts);
    case "startsFailing":
      return within(failedStartInstant(fault, facts));
    case "chairFault":
      return within(from + facts.bounds.faultMinutes * minuteMs);
    case "refundWaiting":
    case "feedbackWaiting":
      return within(from + facts.bounds.waitingHours * hourMs);
    case "cashBoxFull":
      return fullBoxInstant(facts.ordersOf.get(fault.deviceIds[0] ?? "") ?? [], from, {
        bounds: facts.bounds,
        currency: fault.outlet.currency,
      });
    case "coinsDiffer":
      return from;
    default:
      return null;
  }
}

function offlineInstant(
  { kind, outlet, deviceIds, from, to }: Fault,
  { chairs, bounds }: DefinitionFacts,
): number | null {
  const ofOutlet = chairs.filter(({ chair }) => chair.outlet === outlet);
  // Like the product, considers absences of the last 60 days, at most 200 of a chair and 200 of the outlet.
  const stored = ofOutlet.map(({ chair, absences }) => ({
    chair,
    // The absence that the fault caused. Two minutes after the fault began, all of its chairs are offline.
    current: absences.find((one) => one.to > from + 2 * minuteMs && one.from <= from + 2 * minuteMs),
    absences: absences
      .filter((one) => one.to <= from && one.from > from - 60 * dayMs)
      .slice(-200)
      .map((one) => ({ from: new Date(one.from), to: new Date(one.to) })),
  }));
  const ofOutletMs = stored
    .flatMap(({ absences }) => absences)
    .sort((a, b) => b.from.getTime() - a.from.getTime())
    .slice(0, 200)
    .map((one) => one.to.getTime() - one.from.getTime());
  for (let at = from; at < to; at += offlineStepMs) {
    const offline = stored.flatMap(({ chair, current, absences }) =>
      deviceIds.includes(chair.deviceId) && current !== undefined && current.from <= at
        ? [{ deviceId: chair.deviceId, outletId: outlet.outletId, since: new Date(current.from), absences }]
        : [],
    );
    // Opening hours are omitted, because faults occur during business hours, in which the whole absence counts.
    const causes = detectOffline(
      {
        chairs: offline,
        absencesOfOutlet: new Map([[outlet.outletId, { durationsMs: ofOutletMs, lastReturn: null }]]),
        openOutlets: new Set(),
      },
      new Date(at),
      { minMs: bounds.offlineMinutes * minuteMs, maxMs: bounds.maxOfflineMinutes * minuteMs },
    );
    if (causes.some((cause) => cause.kind === kind)) return at;
  }
  return null;
}

/**
 * Returns when the failed starts since the last completed order of the chair are sufficient for an alert: at least
 * `failedStarts` within two hours, or more than `failedStarts` within a day. Returns null if they never are.
 */
function failedStartInstant(
  { deviceIds, from }: Fault,
  { ordersOf, bounds }: DefinitionFacts,
): number | null {
  let failures: number[] = [];
  for (const order of ordersOf.get(deviceIds[0] ?? "") ?? []) {
    if (order.status === "completed") failures = [];
    if (order.status !== "failed" && order.status !== "refunded") continue;
    const at = endedAt(order);
    failures = [...failures.filter((one) => one > at - dayMs), order.orderedAt.getTime()];
    const together = failures.filter((one) => one >= order.orderedAt.getTime() - 2 * hourMs);
    const isSufficient = together.length >= bounds.failedStarts || failures.length > bounds.failedStarts;
    if (order.orderedAt.getTime() >= from && isSufficient) return at;
  }
  return null;
}

/**
 * Returns when a cash box that was last emptied at `since` reaches its limit of money or of days without a collection,
 * in milliseconds since the Unix epoch; null if no coin is inserted after `since`.
 */
export function fullBoxInstant(
  orders: readonly PastOrder[],
  since: number,
  { bounds, currency }: { readonly bounds: AlertSettings; readonly currency: string },
): number | null {
  const limit = bounds.cashBox.amountMinor[currency] ?? Number.POSITIVE_INFINITY;
  const dueAt = since + bounds.cashBox.days * dayMs;
  let amount = 0;
  for (const order of orders)
    for (let coin = 0; coin < order.coins; coin++) {
      const at = order.orderedAt.getTime() + coin * coinEveryMs;
      if (at <= since) continue;
      if (amount > 0 && at > dueAt) return dueAt;
      amount += coinMinor[currency] ?? 0;
      if (amount >= limit) return at;
    }
  return amount > 0 ? dueAt : null;
}
