import { liveStatuses } from "@reposo/contract/orders/order-values.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { useOnline } from "#shared/api/connection.ts";
import { type OwnOrder, ownOrdersQuery } from "./own-orders-query.ts";
import { useLiveOrders } from "./use-live-orders.ts";

const isInProgress = ({ orderStatus }: OwnOrder): boolean =>
  orderStatus === "unpaid" || liveStatuses.some((status) => status === orderStatus);

/** Fetches the orders of this browser's customer token. They follow live events while one of them is in progress. */
export function useOwnOrders() {
  const online = useOnline();
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(ownOrdersQuery());
  const rows = data?.pages.flatMap(({ items }) => items) ?? null;
  useLiveOrders(rows?.some(isInProgress) ?? false);

  async function more(): Promise<void> {
    // Waits for a pending fetch, because a further page cannot be fetched at the same time.
    if (isFetching) await refetch({ cancelRefetch: false });
    await fetchNextPage({ cancelRefetch: false });
  }

  const isFailed = error instanceof ApiFailure && ["refused", "unavailable", "invalid"].includes(error.kind);
  return {
    /** Null until the orders have loaded. */
    rows,
    /** Whether the server cannot be reached. */
    isOffline: !online || (error !== null && !isFailed),
    /** Whether a response arrived, but without the orders. */
    isFailed,
    reload: () => void refetch(),
    /** Shows more rows; null if there are none. */
    more: hasNextPage ? () => void more() : null,
  };
}
