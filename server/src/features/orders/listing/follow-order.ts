import type { Static } from "typebox";
import type { FollowedOrder } from "@reposo/contract/orders.ts";
import { findPaymentOfOrder } from "#features/payments/index.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { paymentToFollow } from "#features/orders/placement/open-payment-page.ts";
import { latestExtensions } from "#features/orders/extensions/extensions-store.ts";
import { followedFor } from "#features/orders/order-access.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import type { OrderRecord } from "#features/orders/order-record.ts";
import { type ShownExtension, viewFollowedOrder } from "#features/orders/order-view.ts";
import type { OrderParts } from "#features/orders/orders-parts.ts";
import { findOrder } from "#features/orders/orders-store.ts";

export type Follower = CustomerCaller | ManagerCaller;

/** A customer's own order, one a ticket let this browser see, or one of the manager's outlets. */
export function mayFollow(caller: Follower, order: OrderRecord): boolean {
  if (caller.kind === "manager") return caller.outletIds.includes(order.outletId);
  const tickets = caller.ticketOrderIds ?? [];
  const isShown = tickets.includes(order.orderId) || tickets.includes(order.parentOrderId ?? "");
  return order.customerId === caller.customerId || isShown;
}

const shownExtensions = 20;

/** The latest extensions of a massage with their open payments; of most there are none, and nothing is read. */
export async function extensionsOf(db: Querier, order: OrderRecord): Promise<ShownExtension[]> {
  if (order.extendedMinutes === null) return [];
  const extensions = await latestExtensions(db, order, shownExtensions);
  return Promise.all(
    extensions.map(async (extension) => ({
      order: extension,
      payment: extension.status === "unpaid" ? await findPaymentOfOrder(db, extension.orderId) : null,
    })),
  );
}

export async function viewFollowed(
  db: Querier,
  order: OrderRecord,
  now: Date,
): Promise<Static<typeof FollowedOrder>> {
  const payment = order.status === "unpaid" ? await findPaymentOfOrder(db, order.orderId) : null;
  return viewFollowedOrder(order, { payment, extensions: await extensionsOf(db, order) }, now);
}

/** @throws ProductError orderNotFound, also where the order is somebody else's */
export async function followOrder(
  parts: OrderParts,
  caller: Follower,
  orderId: string,
): Promise<Static<typeof FollowedOrder>> {
  const { database, clock } = parts;
  const order = isUuid(orderId) ? await findOrder(database, orderId) : null;
  if (order === null || !mayFollow(caller, order)) throw new ProductError("orderNotFound");
  const payment = await paymentToFollow(parts, order);
  const extensions = await extensionsOf(database, order);
  for (const extension of extensions) extension.payment &&= await paymentToFollow(parts, extension.order);
  // An order whose page was refused has been cancelled.
  const isRefused = [payment, ...extensions.map((one) => one.payment)].some((one) => one?.pageRetryAt);
  const view = isRefused
    ? await viewFollowed(database, (await findOrder(database, orderId)) ?? order, clock.now())
    : viewFollowedOrder(order, { payment, extensions }, clock.now());
  return followedFor(caller, view);
}
