import { demoOutlets } from "@reposo/server/demo/demo-network.ts";
import { demoPriceGroup } from "@reposo/server/demo/demo-offers.ts";
import { analyzeTables } from "@reposo/server/demo/demo-state-store.ts";
import { loadNetwork } from "@reposo/server/demo/load-network.ts";
import { type PastOrder, pastOrdersOf } from "@reposo/server/demo/history/past-orders.ts";
import { addToDraft, prepareDraft, writePastOrders } from "@reposo/server/demo/history/past-orders-store.ts";
import { createOrderMonths } from "@reposo/server/features/orders/index.ts";
import { priceListOf } from "@reposo/server/features/prices/index.ts";
import { manualClock } from "@reposo/server/platform/time/clock.ts";
import type { Database } from "@reposo/server/platform/postgres/database.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import { changedByFault, isOmittedOnQuietDay } from "./changed-orders.ts";
import { dayMs, type Fault, historyEnd } from "./scenario.ts";
import { transact } from "@reposo/server/platform/postgres/unit-of-work.ts";

const rowsPerStatement = 20_000;

export interface LoadDemoOptions {
  readonly seed: number;
  readonly faults: readonly Fault[];
  /** Number of days before the end of the history for which orders are written. */
  readonly days: number;
}

/**
 * Inserts the demo's network and its history. Faults omit or change orders of the history, and quiet days omit orders.
 * @returns the inserted orders, oldest first for each chair
 */
export async function loadDemo(
  owner: Database,
  { seed, faults, days }: LoadDemoOptions,
): Promise<PastOrder[]> {
  const byChair = Map.groupBy(
    faults.flatMap((fault) => fault.deviceIds.map((deviceId) => ({ deviceId, fault }))),
    ({ deviceId }) => deviceId,
  );
  const orders: PastOrder[] = [];
  await transact(
    owner,
    async (uow) => {
      await loadNetwork(uow, manualClock(historyEnd));
      await prepareDraft(uow);
      const historyStartMs = historyEnd.getTime() - days * dayMs;
      // A chair that was installed before the history begins would appear to have had no income until then.
      await sql`UPDATE device SET installed_at = greatest(installed_at, ${new Date(historyStartMs)})`.execute(
        uow,
      );
      await createOrderMonths(uow, new Date(historyStartMs - 2 * dayMs), historyEnd);
      for (const outlet of demoOutlets)
        for (const order of pastOrdersOf(
          outlet,
          await priceListOf(uow, demoPriceGroup(outlet.currency)),
          historyEnd,
        )) {
          if (order.orderedAt.getTime() < historyStartMs || isOmittedOnQuietDay(seed, outlet.outletId, order))
            continue;
          const faultsOfChair = (byChair.get(order.deviceId) ?? []).map(({ fault }) => fault);
          const changed = changedByFault(order, faultsOfChair);
          if (changed !== null) orders.push(changed);
        }
      for (let from = 0; from < orders.length; from += rowsPerStatement)
        await addToDraft(uow, orders.slice(from, from + rowsPerStatement));
      await writePastOrders(uow);
    },
    { bulk: true },
  );
  await analyzeTables(owner);
  return orders;
}
