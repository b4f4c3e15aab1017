import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import type { PastOrder } from "@reposo/server/demo/history/past-orders.ts";
import { readConfig } from "@reposo/server/platform/config/config.ts";
import type { Database } from "@reposo/server/platform/postgres/database.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import { skipCollections } from "./skip-collections.ts";
import { restoreUntil, withholdFuture } from "./future-store.ts";
import { matchAlerts, type AlertMatches } from "./match-alerts.ts";
import { loadDemo } from "./load-demo.ts";
import { planFaults } from "./plan-faults.ts";
import { type AlertFigures, figuresOf } from "./report.ts";
import { runWindow } from "./run-window.ts";
import { allChairs, dayMs, type Fault, historyEnd, type Window } from "./scenario.ts";

/**
 * Limits of a cash box, in the major unit of each currency: about four times the coins that a chair of the demo
 * receives per week.
 */
const boxAmounts = "PHP:600,MYR:60,CNY:60,IDR:60000";
/** Days of history before a window, which is more than the product reads. */
const daysBeforeWindow = 90;

export interface MeasureAlertsOptions {
  /** A connection with rights to write past orders. */
  readonly owner: Database;
  /** A connection with the product's rights. */
  readonly database: Database;
  readonly seed: number;
  /** The windows to evaluate in order of time, at least one. */
  readonly windows: readonly Window[];
  /** Kinds of faults to plan; all by default. */
  readonly kinds?: readonly AlertKind[];
  /** Days of history before the first window, by default 90. */
  readonly historyDays?: number;
  readonly progress: (message: string) => void;
}

export interface Measured {
  readonly figures: AlertFigures;
  readonly matches: readonly AlertMatches[];
  readonly evaluations: number;
  readonly orders: number;
}

/**
 * Runs the product's evaluation over each window of a seeded history, and compares the opened alerts with the faults.
 */
export async function measureAlerts(options: MeasureAlertsOptions): Promise<Measured> {
  const { owner, database, seed, windows, progress } = options;
  const planned = windows.map((window) => planFaults(seed, window, options.kinds));
  const first = windows[0] as Window;
  progress("writing the demo's history");
  const days = Math.min(
    // The oldest chairs of the demo were installed 397 days before the end of the history.
    397,
    (historyEnd.getTime() - first.from) / dayMs + (options.historyDays ?? daysBeforeWindow),
  );
  const orders = await loadDemo(owner, { seed, faults: planned.flat(), days });
  const ordersOf = Map.groupBy(orders, ({ deviceId }) => deviceId);
  const { alerts: bounds } = readConfig({ ALERT_CASH_BOX_AMOUNTS: boxAmounts });
  const faults: Fault[][] = [];
  for (const [index, window] of windows.entries())
    faults.push(await skipCollections(owner, { window, planned: planned[index] ?? [], ordersOf, bounds }));
  await withholdFuture(owner, new Date(first.from));
  const matches: AlertMatches[] = [];
  let restored = first.from;
  let evaluations = 0;
  let chairWeeks = 0;
  for (const [index, window] of windows.entries()) {
    progress(`evaluating from ${new Date(window.from).toISOString().slice(0, 10)}`);
    if (window.from > restored) await restoreUntil(owner, new Date(restored), new Date(window.from));
    await sql`ANALYZE`.execute(owner);
    const ordersOfWindow = ordersAround(ordersOf, window);
    const result = await runWindow(
      { owner, database, seed, bounds, ordersOf: ordersOfWindow },
      window,
      faults[index] ?? [],
    );
    restored = window.to;
    await restoreUntil(owner, result.evaluatedUntil, new Date(window.to));
    evaluations += result.evaluations;
    chairWeeks += (installedChairs(window) * (window.to - window.from)) / (7 * dayMs);
    const one = matchAlerts(result);
    matches.push(one);
    const { total } = figuresOf([one], chairWeeks);
    progress(
      `${total.within} of ${total.satisfied} faults that met their definition were detected within 15 minutes (${total.injected} injected); ${total.falseAlerts} of ${result.opened.length} alerts were false`,
    );
  }
  return { figures: figuresOf(matches, chairWeeks), matches, evaluations, orders: orders.length };
}

const installedChairs = (window: Window): number =>
  allChairs.filter(({ installedAt }) => installedAt <= window.from).length;

const ordersAround = (all: ReadonlyMap<string, readonly PastOrder[]>, { from, to }: Window) =>
  new Map(
    [...all].map(([deviceId, orders]) => [
      deviceId,
      orders.filter(
        ({ orderedAt }) => orderedAt.getTime() > from - daysBeforeWindow * dayMs && orderedAt.getTime() < to,
      ),
    ]),
  );
