import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { ownOrders } from "@reposo/contract/orders/order-lists.ts";
import { apiListQuery, apiQuery } from "#shared/api/api-query.ts";
import { newerOrder } from "#shared/live/newer-order.ts";
import type { OrderFollowed } from "./order-phase.ts";

export type OwnOrder = ReplyOf<typeof ownOrders>["items"][number];

/** How long the data of a document or of another page suffice, before they are fetched again. */
const staleTime = 4_000;

/** Numbers of rows of the first page and of each further one. */
const firstPage = 5;
const laterPage = 20;

/** The orders of this browser's customer token, newest first. */
export const ownOrdersQuery = () => ({
  ...apiListQuery<"ownOrders", RequestOf<typeof ownOrders>>(
    "ownOrders",
    {},
    {
      initialPageParam: { limit: firstPage },
      getNextPageParam: ({ nextCursor }) =>
        nextCursor === null ? null : { limit: laterPage, cursor: nextCursor },
    },
  ),
  staleTime,
});

/** One order. A live event may arrive during a fetch, so the newer state is kept. */
export const orderQuery = (orderId: string) => ({
  ...apiQuery("getOrder", { orderId }),
  staleTime,
  structuralSharing: (known: unknown, received: unknown) =>
    newerOrder(known as OrderFollowed | undefined, received as OrderFollowed),
});
