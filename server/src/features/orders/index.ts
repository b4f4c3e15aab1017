import { forgetCommands } from "./execution/chair-commands-store.ts";
import { createProcessCoins } from "./coins/process-coins.ts";
import { createExtendOrder } from "./extensions/extend-order.ts";
import { type Follower, followOrder, viewFollowed } from "./listing/follow-order.ts";
import { createHearChairs } from "./execution/process-chair-messages.ts";
import { createOrderDeadlines, meetDueDeadlines } from "./execution/order-deadlines.ts";
import { followedViews } from "./order-access.ts";
import { makeOrderMonths } from "./listing/order-months-store.ts";
import { later, type OrderParts } from "./orders-parts.ts";
import { findOrder } from "./orders-store.ts";
import { createProcessPayment } from "./execution/process-payment.ts";
import { listOrders, showOrder } from "./listing/list-orders.ts";
import { listOwnOrders } from "./listing/list-own-orders.ts";
import { createPlaceOrder } from "./placement/place-order.ts";
import { createSendCommand, sendCommandJob } from "./execution/send-commands.ts";
import { addressAfterPayment } from "./placement/return-address.ts";
import { showCouponPrices } from "./placement/list-coupon-prices.ts";
import { stopOrder } from "./execution/stop-order.ts";
import { purgeUnpaidOrders, purgeUnpaidRecords } from "./placement/unpaid-orders-store.ts";

export { countNormalByPoint, countOrders, orderCounts } from "./listing/count-orders.ts";
export { type OrderFilterAsked, readOrderFilter } from "./listing/order-filter.ts";
export { allOrders, type ExportedOrder } from "./listing/order-list-store.ts";
export {
  countMatching,
  countNormalByDevice,
  countNormalByOutlet,
  type OrderCountFilter,
  type OrderPoint,
} from "./listing/order-counts-store.ts";
export { rollUpOrders } from "./listing/order-rollups-store.ts";
export { enqueueCommand, sendAgain } from "./execution/send-commands.ts";
export { firstOrderIdAt, newOrderId } from "./order-id.ts";
export { makeOrderMonths } from "./listing/order-months-store.ts";
export { newOrderNumber } from "./order-number.ts";
export { defaultOrderTimes, type OrderParts, type OrderTimes } from "./orders-parts.ts";
export { allMoves } from "./order-state-rules.ts";
export { decideCoin, type CoinDecision } from "./coins/decide-coin.ts";
export { setCoinLimit } from "./coins/coin-contexts-store.ts";
export {
  type CoinKey,
  listQuarantinedCoins,
  type QuarantinedCoin,
  waitingCoinsOf,
} from "./coins/quarantined-coins-store.ts";
export type { ToldByChairs } from "./execution/process-chair-messages.ts";
export { retryRefund, settleRefund, type StuckOutcome } from "./refunds/settle-stuck-refunds.ts";
export { leftToReturn, lockRefundable, refundByHand, type RefundOutcome } from "./refunds/refund-manually.ts";

const dayMs = 24 * 3_600_000;
const lateMs = 62 * dayMs;
const aheadMs = 92 * dayMs;
const keptCommandsMs = 90 * dayMs;
const keptUnpaidMs = 30 * dayMs;

export type Orders = ReturnType<typeof createOrders>;

export function createOrders(parts: OrderParts) {
  const { database, clock } = parts;
  const deadlines = createOrderDeadlines(parts);
  return {
    place: createPlaceOrder(parts),
    extend: createExtendOrder(parts),
    showCouponPrices: showCouponPrices(parts),
    /** Where a payment's own page here leads back to, without an origin. */
    addressAfterPayment: (orderId: string) => addressAfterPayment(parts, orderId),
    follow: (caller: Follower, orderId: string) => followOrder(parts, caller, orderId),
    list: listOrders(database),
    listOwn: listOwnOrders(database),
    show: showOrder(database),
    stop: (stopping: Parameters<typeof stopOrder>[1]) => stopOrder(parts, stopping),
    /** The order as each of its readers gets it from get-order, for live events; null where there is none. */
    renderOrder: async (orderId: string) => {
      const order = await findOrder(database, orderId);
      return order && followedViews(await viewFollowed(database, order, clock.now()));
    },
    hearChairs: createHearChairs(parts),
    processCoins: createProcessCoins(parts),
    hearPayment: createProcessPayment(parts),
    /** At once, as one who has listened for ever; returns how many were met. */
    meetDueDeadlines: () => meetDueDeadlines(parts, new Date(0)),
    /** The months that orders will go into: this one, the coming ones, and the last for those that arrive late. */
    async makeMonths(): Promise<void> {
      const now = clock.now();
      await makeOrderMonths(database, later(now, -lateMs), later(now, aheadMs));
    },
    /** What was said to chairs long ago, of orders that are long over. */
    async forgetCommands(): Promise<void> {
      const before = later(clock.now(), -keptCommandsMs);
      while (await forgetCommands(database, before));
    },
    /** Records of unpaid orders that count towards no limit any more, and orders that were never paid. */
    async purgeUnpaid(): Promise<void> {
      const now = clock.now();
      await purgeUnpaidRecords(database, later(now, -parts.times.paymentMs));
      while (await purgeUnpaidOrders(database, later(now, -keptUnpaidMs)));
    },
    start: deadlines.start,
    stopWatching: deadlines.stop,
    jobs: { [sendCommandJob]: createSendCommand(parts) },
  };
}
