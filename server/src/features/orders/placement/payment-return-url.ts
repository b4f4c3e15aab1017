import { issueTicket } from "#features/login/index.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import type { OrderDependencies } from "#features/orders/order-dependencies.ts";
import { findOrder } from "#features/orders/orders-store.ts";

/**
 * Returns the URL of the order's page, or for an extension, of the extended order's page. It contains a new ticket,
 * which gives any browser access to the order, because a payment app may return the customer to another browser.
 */
export async function returnUrlOf(
  { database, clock, publicUrl }: Pick<OrderDependencies, "database" | "clock" | "publicUrl">,
  { orderId, parentOrderId }: { readonly orderId: string; readonly parentOrderId: string | null },
): Promise<string> {
  const followedId = parentOrderId ?? orderId;
  const ticket = await transact(database, (uow) => issueTicket(uow, clock, followedId));
  return `${publicUrl}/pages/deviceOrder/order?orderId=${followedId}&ticket=${ticket}`;
}

/** Like `returnUrlOf`, but without the origin. */
export async function returnPathOf(
  { database, clock }: Pick<OrderDependencies, "database" | "clock">,
  orderId: string,
): Promise<string> {
  const order = await findOrder(database, orderId);
  return returnUrlOf(
    { database, clock, publicUrl: "" },
    { orderId, parentOrderId: order?.parentOrderId ?? null },
  );
}
