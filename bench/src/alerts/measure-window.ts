import type { PastOrder } from "@reposo/server/demo/history/past-orders.ts";
import { createAlerts } from "@reposo/server/features/alerts/index.ts";
import { readConfig } from "@reposo/server/platform/config/config.ts";
import { silentLog } from "@reposo/server/platform/logging/log.ts";
import type { Database } from "@reposo/server/platform/postgres/database.ts";
import { applyEvent, type OpenedAlert, prepareChairs, selectOpened } from "./chair-states-store.ts";
import { loadHistory, type LoadedOrders, restoreUntil, skipCollections } from "./demo-history.ts";
import { chairsOf, dayMs, type Fault, hourMs, type Interval, minuteMs } from "./scenario.ts";
import { absencesOf, eventsOf, togetherWithinMs } from "./window-events.ts";

/** Production evaluates chairs every ten seconds, so the measured delay is up to a minute longer. */
const chairsEveryMs = minuteMs;
const allEveryMs = 5 * minuteMs;
/** A start counts as failed at most this long after its order. */
const failedAfterMs = 3 * minuteMs;
/** Prevented orders after which the income is low: the 16 starts of docs/alerts.md, and half of that for variation. */
const lowAfterOrders = 24;

const { alerts: bounds } = readConfig({});

export interface MeasuredFault extends Fault {
  /** When the fault met the definition in docs/alerts.md, at the latest; null if it ended before. */
  readonly definedAt: number | null;
  /** When the alert of the fault opened; null without an alert. */
  readonly openedAt: number | null;
}

export interface MeasuredWindow {
  readonly faults: readonly MeasuredFault[];
  readonly falseAlerts: readonly OpenedAlert[];
  /** The evaluated time of all chairs together, in weeks. */
  readonly chairWeeks: number;
}

/**
 * Runs the product's evaluation of alerts over a window of the demo's history in an empty database, and compares the
 * opened alerts with the faults.
 * @param dependencies `owner` may write past orders, `database` has the product's rights
 */
export async function measureWindow(
  { owner, database }: { readonly owner: Database; readonly database: Database },
  {
    seed,
    window,
    faults,
  }: { readonly seed: number; readonly window: Interval; readonly faults: readonly Fault[] },
): Promise<MeasuredWindow> {
  const loaded = await loadHistory(owner, { seed, window, faults });
  const defined: (Fault & Pick<MeasuredFault, "definedAt">)[] = [];
  for (const fault of faults) {
    const [deviceId = ""] = fault.deviceIds;
    const emptiedAt = fault.kind === "cashBoxFull" ? await skipCollections(owner, deviceId, window) : null;
    const definedAt = definedAtOf(fault, emptiedAt, loaded);
    defined.push({ ...fault, definedAt: definedAt !== null && definedAt < fault.to ? definedAt : null });
  }
  const chairs = absencesOf(seed, window, faults);
  const events = eventsOf(seed, window, { faults, chairs });
  await prepareChairs(owner, new Date(window.from), chairs);
  let now = new Date(window.from);
  const alerts = createAlerts({
    database,
    clock: { now: () => now, sleep: async () => undefined },
    log: silentLog,
    bounds,
    wake: () => undefined,
    listeners: [],
  });
  let next = 0;
  for (let at = window.from; at < window.to; at += chairsEveryMs) {
    const before = now;
    now = new Date(at);
    if (at > window.from) await restoreUntil(owner, before, now);
    for (let event = events[next]; event !== undefined && event.at <= at; event = events[next]) {
      await applyEvent(owner, event);
      next += 1;
    }
    const isAll = at % allEveryMs === 0;
    if (isAll) await alerts.computeUsualIncome();
    await alerts.evaluate(isAll ? "all" : "chairs");
  }
  const chairWeeks = (chairsOf(window).length * (window.to - window.from)) / (7 * dayMs);
  return { ...matchAlerts(defined, await selectOpened(owner)), chairWeeks };
}

/** Returns when a fault has met its definition at the latest, if it lasts long enough. */
function definedAtOf(
  { kind, deviceIds: [deviceId], from, to }: Fault,
  emptiedAt: number | null,
  { orders, prevented }: LoadedOrders,
): number | null {
  const during = (all: readonly PastOrder[]) =>
    all.filter(({ orderedAt, ...order }) => {
      const at = orderedAt.getTime();
      return order.deviceId === deviceId && at >= from && at < to && order.status !== "cancelled";
    });
  switch (kind) {
    case "chairOffline":
      return from + bounds.offlineMinutes * minuteMs;
    case "outletOffline":
      return from + bounds.offlineMinutes * minuteMs + togetherWithinMs;
    case "chairFault":
      return from + bounds.faultMinutes * minuteMs;
    case "coinsDiffer":
      return from;
    case "refundWaiting":
    case "feedbackWaiting":
      return from + bounds.waitingHours * hourMs;
    case "cashBoxFull":
      return emptiedAt === null ? null : emptiedAt + bounds.cashBox.days * dayMs;
    case "startsFailing": {
      // With this many failed starts in a day, an alert opens however far apart they are.
      const last = during(orders)[bounds.failedStarts]?.orderedAt.getTime();
      return last === undefined || last - from > dayMs ? null : last + failedAfterMs;
    }
    case "incomeLow":
      return during(prevented)[lowAfterOrders - 1]?.orderedAt.getTime() ?? null;
    default:
      return null;
  }
}

/**
 * Matches each fault with the first alert of its kind for its outlet and chair that opened during the fault or within
 * five minutes after its end. Every other alert is false, including a second alert for the same fault.
 */
function matchAlerts(
  faults: readonly Omit<MeasuredFault, "openedAt">[],
  opened: readonly OpenedAlert[],
): Pick<MeasuredWindow, "faults" | "falseAlerts"> {
  const left = new Set(opened);
  const matched = faults.map((fault) => {
    const alert = opened.find(
      (one) =>
        left.has(one) &&
        one.kind === fault.kind &&
        one.outletId === fault.outlet.outletId &&
        (one.deviceId === null || fault.deviceIds.includes(one.deviceId)) &&
        one.openedAt >= fault.from &&
        one.openedAt <= fault.to + allEveryMs,
    );
    if (alert !== undefined) left.delete(alert);
    return { ...fault, openedAt: alert?.openedAt ?? null };
  });
  return { faults: matched, falseAlerts: [...left] };
}
