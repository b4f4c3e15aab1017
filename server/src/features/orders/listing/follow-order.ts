import type { Static } from "typebox";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { type FollowedOrder, maxListedExtensions, type orderDetail } from "@reposo/contract/orders/orders.ts";
import { findPaymentOfOrder } from "#features/payments/index.ts";
import { lateTimeOfOrder } from "#features/revenue/index.ts";
import type { Database, Querier } from "#platform/postgres/database.ts";
import { findOrOpenPayment } from "#features/orders/placement/open-payment-page.ts";
import { findViewable, type OrderViewer } from "#features/orders/order-access.ts";
import { latestExtensions } from "#features/orders/extensions/extensions-store.ts";
import { redactFollowedOrder, redactOrderDetail } from "#features/orders/redact-order.ts";
import type { OrderRecord } from "#features/orders/order-record.ts";
import { refundOfStop } from "#features/orders/refunds/refund-unused-minutes.ts";
import {
  type ExtensionWithPayment,
  type FollowedOrderDetails,
  viewExtension,
  viewFollowedOrder,
  viewOrder,
} from "#features/orders/order-view.ts";
import type { OrderDependencies } from "#features/orders/order-dependencies.ts";
import { findOrder } from "#features/orders/orders-store.ts";

/** @throws ProductError orderNotFound, also for an order that the caller may not view */
export const fetchOrder =
  (database: Database) =>
  async (caller: OrderViewer, orderId: string): Promise<ReplyOf<typeof orderDetail>> => {
    const order = await findViewable(database, caller, orderId);
    const extensions = (await findExtensionsWithPayments(database, order)).map(viewExtension);
    return redactOrderDetail(caller, { ...viewOrder(order), extensions });
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

/** Returns the view of an order with its payment and extensions. The caller must redact the view for its reader. */
export async function viewFollowed(
  db: Querier,
  order: OrderRecord,
  { clock, monthClosesAfterDays }: Pick<OrderDependencies, "clock" | "monthClosesAfterDays">,
): Promise<Static<typeof FollowedOrder>> {
  const payment = order.status === "unpaid" ? await findPaymentOfOrder(db, order.orderId) : null;
  const extensions = await findExtensionsWithPayments(db, order);
  return viewWith(db, order, { payment, extensions }, { clock, monthClosesAfterDays });
}

async function viewWith(
  db: Querier,
  order: OrderRecord,
  { payment, extensions }: Pick<FollowedOrderDetails, "payment" | "extensions">,
  { clock, monthClosesAfterDays }: Pick<OrderDependencies, "clock" | "monthClosesAfterDays">,
): Promise<Static<typeof FollowedOrder>> {
  const now = clock.now();
  const lateAt = await lateTimeOfOrder(db, order, now, monthClosesAfterDays);
  const parts = extensions.map((extension) => extension.order);
  const unusedAmount = await refundOfStop(db, order, parts, now);
  return viewFollowedOrder(order, { payment, extensions, lateAt, unusedAmount }, now);
}

/**
 * Returns the order with its payment and extensions, and opens payment pages that are missing.
 * @throws ProductError orderNotFound, also for an order that the caller may not view
 */
export async function followOrder(
  dependencies: OrderDependencies,
  caller: OrderViewer,
  orderId: string,
): Promise<Static<typeof FollowedOrder>> {
  const { database } = dependencies;
  const order = await findViewable(database, caller, orderId);
  const payment = await findOrOpenPayment(dependencies, order);
  const extensions = await findExtensionsWithPayments(database, order);
  for (const extension of extensions)
    extension.payment &&= await findOrOpenPayment(dependencies, extension.order);
  // The view is loaded again, because an order whose payment page could not be opened may have been cancelled.
  const hasFailed = [payment, ...extensions.map((one) => one.payment)].some((one) => one?.pageRetryAt);
  if (hasFailed) {
    const current = (await findOrder(database, orderId)) ?? order;
    return redactFollowedOrder(caller, await viewFollowed(database, current, dependencies));
  }
  return redactFollowedOrder(caller, await viewWith(database, order, { payment, extensions }, dependencies));
}
