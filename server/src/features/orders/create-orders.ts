import {
  createOrderDeadlines,
  type FailedDeadlines,
  processDueDeadlines,
} from "#features/orders/execution/order-deadlines.ts";
import { createProcessPayment } from "./process-payment.ts";
import { stopOrder } from "#features/orders/execution/stop-order.ts";
import { createExtendOrder } from "#features/orders/extensions/extend-order.ts";
import { fetchOrder, followOrder, viewFollowed } from "#features/orders/views/follow-order.ts";
import type { OrderViewer } from "#features/orders/record/order-access.ts";
import { listOrders, listOwnOrders } from "#features/orders/listing/list-orders.ts";
import { redactForEachReader } from "#features/orders/views/redact-order.ts";
import { later, type OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import type { Database } from "#platform/postgres/database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { createOrderMonths, findOrder } from "#features/orders/record/orders-store.ts";
import { listCouponPrices } from "#features/orders/placement/list-coupon-prices.ts";
import { createOpenPage, openPageJob, returnPathOf } from "#features/orders/placement/open-payment-page.ts";
import { createPlaceOrder } from "#features/orders/placement/place-order.ts";
import { purgeUnpaidOrders, purgeUnpaidRecords } from "#features/orders/placement/unpaid-orders-store.ts";
import { continueOnChair, type TransferOrderInput } from "#features/orders/placement/continue-on-chair.ts";
import { endOffer } from "#features/orders/transfers/end-offer.ts";
import { createSettleTransfer, settleTransferJob } from "#features/orders/transfers/settle-transfer.ts";
import { createProcessChairMessages } from "./process-chair-messages.ts";

const dayMs = 24 * 3_600_000;
/**
 * Monthly partitions are created for coin orders that arrive up to two months late, and for the next three months.
 */
const [monthsBeforeMs, monthsAheadMs] = [62 * dayMs, 92 * dayMs];
// The SQL function purge_unpaid_orders never deletes orders that are younger than this, whatever date it receives.
const unpaidRetentionMs = 30 * dayMs;

/** Creates the missing monthly partitions for late, current, and future orders. */
export async function createCurrentMonths(database: Database, now: Date): Promise<void> {
  await transact(database, (uow) =>
    createOrderMonths(uow, later(now, -monthsBeforeMs), later(now, monthsAheadMs)),
  );
}

export type Orders = ReturnType<typeof createOrders>;

export function createOrders(dependencies: OrderDependencies) {
  const { database, clock, times } = dependencies;
  const deadlines = createOrderDeadlines(dependencies);
  return {
    place: createPlaceOrder(dependencies),
    extend: createExtendOrder(dependencies),
    listCouponPrices: listCouponPrices(dependencies),
    find: (orderId: string) => findOrder(database, orderId),
    returnPathOf: (orderId: string) => returnPathOf(dependencies, orderId),
    follow: (caller: OrderViewer, orderId: string) => followOrder(dependencies, caller, orderId),
    list: listOrders(dependencies),
    listOwn: listOwnOrders(database),
    fetch: fetchOrder(database),
    stop: (input: Parameters<typeof stopOrder>[1]) => stopOrder(dependencies, input),
    transfer: (input: TransferOrderInput) => continueOnChair(dependencies, input),
    async declineTransfer(caller: OrderViewer, orderId: string) {
      await endOffer(dependencies, caller, orderId);
      return followOrder(dependencies, caller, orderId);
    },
    /** Returns the view of an order for each kind of reader of live events, or null if the order does not exist. */
    renderOrder: async (orderId: string) => {
      const now = clock.now();
      const order = await findOrder(database, orderId);
      return order && redactForEachReader(await viewFollowed(database, order, dependencies, now));
    },
    processChairMessages: createProcessChairMessages(dependencies),
    processPayment: createProcessPayment(dependencies),
    /**
     * For tests: processes one batch of due deadlines. None of them gets the additional time of a deadline that passed
     * while the server was stopped.
     * @param failed orders that failed in earlier batches
     * @returns the number of deadlines processed without an error
     */
    processDueDeadlines: (failed?: FailedDeadlines) => processDueDeadlines(dependencies, new Date(0), failed),
    createMonths: () => createCurrentMonths(database, clock.now()),
    /**
     * Purges records of unpaid orders that no longer count towards a limit, and cancelled orders that were never
     * paid and are older than 30 days.
     */
    async purgeUnpaid(): Promise<void> {
      const now = clock.now();
      await purgeUnpaidRecords(database, later(now, -times.paymentMs));
      while (await purgeUnpaidOrders(database, later(now, -unpaidRetentionMs)));
    },
    startDeadlines: deadlines.start,
    stopDeadlines: deadlines.stop,
    paymentJobs: {
      [openPageJob]: createOpenPage(dependencies),
      [settleTransferJob]: createSettleTransfer(dependencies),
    },
  };
}
