import type { PastOrder } from "@reposo/server/demo/history/past-orders.ts";
import { createAlerts } from "@reposo/server/features/alerts/index.ts";
import { selectUsualIncome } from "@reposo/server/features/alerts/usual-income/usual-income-store.ts";
import type { AlertSettings } from "@reposo/server/platform/config/config-alerts.ts";
import type { Database } from "@reposo/server/platform/postgres/database.ts";
import { silentLog } from "@reposo/server/platform/logging/log.ts";
import { definitionInstant } from "./definition-instants.ts";
import { allEveryMs, evaluationInstants } from "./evaluation-instants.ts";
import { restoreUntil } from "./future-store.ts";
import { isLowByDefinition } from "./low-income-definition.ts";
import { allChairs, type Fault, minuteMs, type StateEvent, type Window } from "./scenario.ts";
import { applyEvent, type OpenedAlert, prepareChairs, selectOpened } from "./state-store.ts";
import { absencesOf, eventsOf } from "./window-events.ts";

export interface WindowInput {
  readonly owner: Database;
  /** A connection with the product's rights. */
  readonly database: Database;
  readonly seed: number;
  readonly bounds: AlertSettings;
  /** Orders by chair, oldest first. */
  readonly ordersOf: ReadonlyMap<string, readonly PastOrder[]>;
}

export interface DefinedFault extends Fault {
  /** When the fault satisfied its definition, in milliseconds since the Unix epoch; null if it never did. */
  readonly definedAt: number | null;
}

export interface WindowResult {
  readonly faults: readonly DefinedFault[];
  readonly opened: readonly OpenedAlert[];
  readonly evaluations: number;
  /** Instant of the last evaluation. */
  readonly evaluatedUntil: Date;
}

/**
 * Runs the product's evaluation at all instants of a window. The caller must have restored all data before the window,
 * and must restore the data after `evaluatedUntil`.
 */
export async function runWindow(
  { owner, database, seed, bounds, ordersOf }: WindowInput,
  window: Window,
  faults: readonly Fault[],
): Promise<WindowResult> {
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
  const lowIncomeAt = new Map<Fault, number>();
  const undecided = new Set(faults.filter(({ kind }) => kind === "incomeLow"));
  let usual = new Map();
  let next = 0;
  let evaluations = 0;
  for (const at of evaluationInstants(window, events, ordersOf)) {
    const before = now;
    now = new Date(at);
    if (at > before.getTime()) await restoreUntil(owner, before, now);
    for (; (events[next]?.at ?? Number.POSITIVE_INFINITY) <= at; next++)
      await applyEvent(owner, events[next] as StateEvent);
    const isAll = at % allEveryMs === 0;
    if (isAll) await alerts.computeUsualIncome();
    await alerts.evaluate(isAll ? "all" : "chairs");
    evaluations++;
    if (!isAll || undecided.size === 0) continue;
    // The product computes the usual income once a day, so reading it every hour is sufficient.
    if (at % (60 * minuteMs) === 0 || usual.size === 0)
      usual = await selectUsualIncome(owner, [{ deviceIds: allChairs.map(({ deviceId }) => deviceId) }]);
    for (const fault of undecided)
      if (fault.from < at && isLowByDefinition(fault, at, { ordersOf, usual })) {
        lowIncomeAt.set(fault, at);
        undecided.delete(fault);
      }
  }
  const facts = { bounds, chairs, ordersOf };
  return {
    faults: faults.map((fault) => ({
      ...fault,
      definedAt:
        fault.kind === "incomeLow" ? (lowIncomeAt.get(fault) ?? null) : definitionInstant(fault, facts),
    })),
    opened: await selectOpened(owner),
    evaluations,
    evaluatedUntil: now,
  };
}
