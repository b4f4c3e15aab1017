import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { orderStatuses } from "@reposo/contract/orders/order-values.ts";
import type { getOrder } from "@reposo/contract/orders/orders.ts";
import { apiQuery } from "./api-query.ts";

type Order = ReplyOf<typeof getOrder>;
type ReceivedOrder = Pick<Order, "orderId" | "orderStatus" | "serverTime">;

/**
 * Returns the newer state of an order, because a live event may arrive during a fetch; `received` if there is no known
 * state of this order. An order moves only to later statuses of `orderStatuses`, so the time, which another server may
 * have stated, decides only between equal ones.
 */
export function newerOrder<O extends ReceivedOrder>(known: O | null | undefined, received: O): O {
  if (known?.orderId !== received.orderId) return received;
  const ahead = orderStatuses.indexOf(known.orderStatus) - orderStatuses.indexOf(received.orderStatus);
  return ahead > 0 || (ahead === 0 && known.serverTime > received.serverTime) ? known : received;
}

/** An order, which is kept if the response of a fetch is older. */
export const orderQuery = (orderId: string) => ({
  ...apiQuery("getOrder", { orderId }),
  // Data of a document or of another page are not fetched again immediately.
  staleTime: 4_000,
  structuralSharing: (known: unknown, received: unknown) =>
    newerOrder(known as Order | undefined, received as Order),
});
