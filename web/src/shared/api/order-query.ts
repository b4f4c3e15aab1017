import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { getOrder } from "@reposo/contract/orders/orders.ts";
import { apiQuery } from "./api-query.ts";

interface ReceivedOrder {
  readonly orderId: string;
  readonly serverTime: string;
}

/**
 * Returns the order with the later server time, because a live event may arrive during a fetch; `received` if there is
 * no known state of this order.
 */
export const newerOrder = <O extends ReceivedOrder>(known: O | null | undefined, received: O): O =>
  known?.orderId === received.orderId && known.serverTime > received.serverTime ? known : received;

type Order = ReplyOf<typeof getOrder>;

/** An order, which is kept if the response of a fetch is older. */
export const orderQuery = (orderId: string) => ({
  ...apiQuery("getOrder", { orderId }),
  // Data of a document or of another page are not fetched again immediately.
  staleTime: 4_000,
  structuralSharing: (known: unknown, received: unknown) =>
    newerOrder(known as Order | undefined, received as Order),
});
