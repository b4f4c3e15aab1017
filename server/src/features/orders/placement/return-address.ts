import { issueTicket } from "#features/login/index.ts";
import type { OrderParts } from "#features/orders/orders-parts.ts";
import { findOrder } from "#features/orders/orders-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/**
 * Where a payer's browser comes back to: the countdown, with a ticket for whatever browser that is. Whoever paid for
 * more minutes comes back to the massage that they are added to.
 */
export async function returnUrlOf(
  { database, clock, publicUrl }: Pick<OrderParts, "database" | "clock" | "publicUrl">,
  { orderId, parentOrderId }: { readonly orderId: string; readonly parentOrderId: string | null },
): Promise<string> {
  const seenAt = parentOrderId ?? orderId;
  const ticket = await transact(database, (uow) => issueTicket(uow, clock, seenAt));
  return `${publicUrl}/pages/deviceOrder/order?orderId=${seenAt}&ticket=${ticket}`;
}

/** The same without an origin, afresh. */
export async function addressAfterPayment(
  { database, clock }: Pick<OrderParts, "database" | "clock">,
  orderId: string,
): Promise<string> {
  const order = await findOrder(database, orderId);
  return returnUrlOf(
    { database, clock, publicUrl: "" },
    { orderId, parentOrderId: order?.parentOrderId ?? null },
  );
}
