import { createOrderMonths } from "#features/orders/index.ts";
import { priceListOf } from "#features/prices/index.ts";
import { demoOutlets } from "#demo/demo-network.ts";
import { demoPriceGroup } from "#demo/demo-offers.ts";
import { loadNetwork } from "#demo/load-network.ts";
import { pastOrdersOf } from "#demo/history/past-orders.ts";
import { addToDraft, prepareDraft, writePastOrders } from "#demo/history/past-orders-store.ts";
import { systemClock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** Loads the demo network with 500 past orders of one outlet, including their ledger entries and roll-ups. */
export async function loadSomeHistory(owner: Database): Promise<number> {
  const now = systemClock.now();
  return transact(
    owner,
    async (uow) => {
      await loadNetwork(uow, systemClock);
      await prepareDraft(uow);
      const [outlet] = demoOutlets;
      if (outlet === undefined) throw new Error("the demo has no outlets");
      const prices = await priceListOf(uow, demoPriceGroup(outlet.currency));
      const orders = [...pastOrdersOf(outlet, prices, now)].slice(-500);
      await createOrderMonths(uow, new Date(now.getTime() - 400 * 24 * 3_600_000), now);
      await addToDraft(uow, orders);
      return writePastOrders(uow);
    },
    { bulk: true },
  );
}
