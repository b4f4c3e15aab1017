import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { ownOrders } from "@reposo/contract/orders/order-lists.ts";
import { apiListQuery } from "#shared/api/api-query.ts";

export type OwnOrder = ReplyOf<typeof ownOrders>["items"][number];

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
  // Data of a document or of another page are not fetched again immediately.
  staleTime: 4_000,
});
