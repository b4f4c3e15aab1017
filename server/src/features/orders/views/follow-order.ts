import type { Static } from "typebox";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { type FollowedOrder, maxListedExtensions, type orderDetail } from "@reposo/contract/orders/orders.ts";
import type { TransferOffer } from "@reposo/contract/orders/transfer-fields.ts";
import { maxFreeChairs } from "@reposo/contract/devices/devices.ts";
import { freeChairsLike } from "#features/devices/index.ts";
import { refundOfTransferStop } from "#features/orders/transfers/settle-transfer.ts";
import { findOpenOffer } from "#features/orders/transfers/transfers-store.ts";
import { findPaymentOfOrder } from "#features/payments/index.ts";
import { lateTimeOfOrder } from "#features/revenue/index.ts";
import type { Database, Querier } from "#platform/postgres/database.ts";
import { findViewable, type OrderViewer } from "#features/orders/record/order-access.ts";
import { latestExtensions } from "#features/orders/record/extensions-store.ts";
import { redactFollowedOrder, redactOrderDetail } from "./redact-order.ts";
import type { OrderRecord } from "#features/orders/record/order-record.ts";
import { refundOfStop } from "#features/orders/refunds/refund-unused-minutes.ts";
import {
  type ExtensionWithPayment,
  viewExtension,
  viewFollowedOrder,
  viewSingleOrder,
} from "./order-view.ts";
import { isChairsFault } from "#features/orders/refunds/unused-minutes-rules.ts";
import { findReceipt } from "./receipts-store.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";

/**
 * Returns the reply to `orderDetail`, which the order's page shows.
 * @throws ProductError orderNotFound, also for an order that the caller may not view
 */
export const fetchOrder =
  (database: Database) =>
  async (caller: OrderViewer, orderId: string): Promise<ReplyOf<typeof orderDetail>> => {
    const order = await findViewable(database, caller, orderId);
    const extensions = (await findExtensionsWithPayments(database, order)).map(viewExtension);
    return redactOrderDetail(caller, { ...viewSingleOrder(order), extensions });
  };

/** Returns the latest extensions of a massage, newest first, with the payments of the unpaid ones. */
async function findExtensionsWithPayments(db: Querier, order: OrderRecord): Promise<ExtensionWithPayment[]> {
  if (order.extendedMinutes === null) return [];
  const extensions = await latestExtensions(db, order, maxListedExtensions);
  return Promise.all(
    extensions.map(async (extension) => ({
      order: extension,
      payment: extension.status === "unpaid" ? await findPaymentOfOrder(db, extension.orderId) : null,
    })),
  );
}

/**
 * Returns the view of an order with its payment and extensions. The caller must redact the view for its reader.
 * @param now a time before the order was read: browsers keep the view with the later time, so a view that lacks a change
 *   must not have a later time than the live event of this change
 */
export async function viewFollowed(
  db: Querier,
  order: OrderRecord,
  { monthClosesAfterDays }: Pick<OrderDependencies, "monthClosesAfterDays">,
  now: Date,
): Promise<Static<typeof FollowedOrder>> {
  const payment = order.status === "unpaid" ? await findPaymentOfOrder(db, order.orderId) : null;
  const extensions = await findExtensionsWithPayments(db, order);
  const lateAt = await lateTimeOfOrder(db, order, now, monthClosesAfterDays);
  const parts = extensions.map((extension) => extension.order);
  const unusedAmount = await unusedAmountOf(db, order, parts, now);
  const transfer = await viewTransferOffer(db, order, now);
  const receipt = order.endedAt === null ? null : await findReceipt(db, order.orderId);
  return viewFollowedOrder(order, { payment, extensions, lateAt, transfer, unusedAmount, receipt }, now);
}

/** Returns what a manager's stop would refund now; for a transfer, also of the order that it continues. */
async function unusedAmountOf(
  db: Querier,
  order: OrderRecord,
  extensions: readonly OrderRecord[],
  now: Date,
) {
  const own = await refundOfStop(db, order, extensions, now);
  if (own === null || order.transferredFrom === null) return own;
  const ofFirst = await refundOfTransferStop(db, order, now);
  return { online: own.online + ofFirst.online, cash: own.cash + ofFirst.cash };
}

/** Returns the offer to continue an order on another chair, with the chairs that are idle now; null if none is open. */
async function viewTransferOffer(
  db: Querier,
  { orderId, deviceId, outletId, status, endReason }: OrderRecord,
  now: Date,
): Promise<TransferOffer | null> {
  const mayBeOffered = status === "failed" || (status === "completed" && isChairsFault(endReason));
  const offer = mayBeOffered ? await findOpenOffer(db, orderId, now) : null;
  if (offer === null) return null;
  const { minutes, offeredUntil, refundMinor, priceGroupId } = offer;
  const freeChairs = await freeChairsLike(db, { deviceId, outletId, priceGroupId }, maxFreeChairs);
  return { minutes, until: offeredUntil.toISOString(), refund: refundMinor, freeChairs };
}

/**
 * Returns the order with its payment and extensions: the reply to `getOrder`, which the countdown follows.
 * @throws ProductError orderNotFound, also for an order that the caller may not view
 */
export async function followOrder(
  dependencies: OrderDependencies,
  caller: OrderViewer,
  orderId: string,
): Promise<Static<typeof FollowedOrder>> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const order = await findViewable(database, caller, orderId);
  return redactFollowedOrder(caller, await viewFollowed(database, order, dependencies, now));
}
