import { createOrderMonths } from "#features/orders/index.ts";
import { priceListOf } from "#features/prices/index.ts";
import { demoOutlets } from "#demo/demo-network.ts";
import { demoPriceGroup } from "#demo/demo-offers.ts";
import { isPossible, outageBefore, type PastOrder, pastOrdersOf } from "./past-orders.ts";
import { addToDraft, prepareDraft, writePastOrders } from "./past-orders-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

const rowsPerStatement = 20_000;

/**
 * Loads each outlet's orders since its opening, with all rows that depend on them, such as payments, coins, and roll-ups.
 * @returns the number of orders
 */
export async function loadHistory(
  uow: UnitOfWork,
  now: Date,
  progress: (message: string) => void,
): Promise<number> {
  await prepareDraft(uow);
  const outage = outageBefore(now);
  const oldest = Math.max(...demoOutlets.map((outlet) => outlet.openedDaysAgo)) + 1;
  await createOrderMonths(uow, new Date(now.getTime() - oldest * 24 * 3_600_000), now);
  let batch: PastOrder[] = [];
  let drafted = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    await addToDraft(uow, batch);
    drafted += batch.length;
    batch = [];
    progress(`generating thirteen months of orders: ${drafted.toLocaleString("en-US")}`);
  };
  for (const outlet of demoOutlets) {
    const prices = await priceListOf(uow, demoPriceGroup(outlet.currency));
    for (const order of pastOrdersOf(outlet, prices, now)) {
      if (!isPossible(order, outage)) continue;
      batch.push(order);
      if (batch.length >= rowsPerStatement) await flush();
    }
  }
  await flush();
  progress(`saving ${drafted.toLocaleString("en-US")} orders`);
  return writePastOrders(uow, outage);
}
