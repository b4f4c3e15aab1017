import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { OrderRecord } from "./order-record.ts";
import { findOrder } from "./orders-store.ts";

export type OrderViewer = CustomerCaller | ManagerCaller;

/**
 * Returns whether the caller may view an order. Customers may view their own orders, orders whose ticket (a parameter
 * of a payment's return URL) their browser has redeemed, and the extensions and transfers of those. Managers may view
 * the orders of their outlets.
 */
export function mayView(caller: OrderViewer, order: OrderRecord): boolean {
  if (caller.kind === "manager") return caller.outletIds.includes(order.outletId);
  const tickets = caller.ticketOrderIds ?? [];
  const isShown = [order.orderId, order.parentOrderId, order.transferredFrom?.orderId].some(
    (orderId) => orderId != null && tickets.includes(orderId),
  );
  return order.customerId === caller.customerId || isShown;
}

/** @throws ProductError orderNotFound, also for an order that the caller may not view */
export async function findViewable(db: Querier, caller: OrderViewer, orderId: string): Promise<OrderRecord> {
  const order = isUuid(orderId) ? await findOrder(db, orderId) : null;
  if (order === null || !mayView(caller, order)) throw new ProductError("orderNotFound");
  return order;
}
