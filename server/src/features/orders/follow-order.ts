import type { Static } from "typebox";
import type { FollowedOrder } from "@reposo/contract/orders.ts";
import { findPaymentOfOrder, type PaymentRecord } from "#features/payments/index.ts";
import type { Querier } from "#platform/database.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/product-error.ts";
import { paymentToFollow } from "./begin-payment.ts";
import { isUuid } from "./order-id.ts";
import type { OrderRecord } from "./order-record.ts";
import { viewFollowedOrder } from "./order-view.ts";
import type { OrderParts } from "./orders-parts.ts";
import { findOrder } from "./orders-store.ts";

export type Follower = CustomerCaller | ManagerCaller;

/** A customer's own order, one a ticket let this browser see, or one of the manager's outlets. */
export function mayFollow(caller: Follower, order: OrderRecord): boolean {
  if (caller.kind === "manager") return caller.outletIds.includes(order.outletId);
  return order.customerId === caller.customerId || (caller.ticketOrderIds ?? []).includes(order.orderId);
}

export async function viewFollowed(
  db: Querier,
  order: OrderRecord,
  now: Date,
): Promise<Static<typeof FollowedOrder>> {
  const payment = order.status === "unpaid" ? await findPaymentOfOrder(db, order.orderId) : null;
  return viewWithPayment(order, payment, now);
}

function viewWithPayment(order: OrderRecord, payment: PaymentRecord | null, now: Date) {
  return viewFollowedOrder(
    order,
    payment && {
      provider: payment.provider,
      ...(payment.redirectUrl === null ? {} : { redirectUrl: payment.redirectUrl }),
      ...(payment.qrText === null ? {} : { qrText: payment.qrText }),
      expiresAt: payment.expiresAt.toISOString(),
    },
    now,
  );
}

/** @throws ProductError orderNotFound, also where the order is somebody else's */
export async function followOrder(
  parts: Pick<OrderParts, "database" | "clock" | "payments" | "publicUrl">,
  caller: Follower,
  orderId: string,
): Promise<Static<typeof FollowedOrder>> {
  const order = isUuid(orderId) ? await findOrder(parts.database, orderId) : null;
  if (order === null || !mayFollow(caller, order)) throw new ProductError("orderNotFound");
  return viewWithPayment(order, await paymentToFollow(parts, order), parts.clock.now());
}
