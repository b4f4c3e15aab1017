import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { getOrder } from "@reposo/contract/orders/orders.ts";
import { liveStatuses } from "@reposo/contract/orders/order-values.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { useIdempotentCall } from "#shared/api/use-idempotent-call.ts";
import { newerOrder } from "#shared/live/newer-order.ts";

export type DisplayedOrder = ReplyOf<typeof getOrder>;

/** Polling interval for an order in progress while there are no live events. */
const pollMilliseconds = 4_000;

const isLive = ({ orderStatus }: DisplayedOrder): boolean =>
  liveStatuses.some((status) => status === orderStatus);
const isInProgress = (order: DisplayedOrder): boolean => isLive(order) || order.orderStatus === "unpaid";

/**
 * Whether the manager may stop the order. An extension that was already sent to the chair cannot be stopped separately,
 * only together with the order that it extends.
 */
export const mayStop = (order: DisplayedOrder): boolean =>
  order.parentOrderId === null
    ? isInProgress(order)
    : order.orderStatus === "unpaid" || order.orderStatus === "paid";

/**
 * Fetches one order. Unless `followed`, which means that live events arrive, it is polled while in progress. `put`
 * applies a live event.
 */
export function useOrder(token: string, orderId: string, followed: boolean) {
  const client = useQueryClient();
  const queryKey = ["order", token, orderId];
  const newerOf = (received: DisplayedOrder) =>
    newerOrder(client.getQueryData<DisplayedOrder>(queryKey), received);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => newerOf(await callApi("getOrder", { orderId }, { signal, quiet: true })),
    refetchInterval: ({ state: { data } }) =>
      !followed && data !== undefined && isInProgress(data) ? pollMilliseconds : false,
  });

  function put(order: DisplayedOrder): void {
    if (order.orderId === orderId) client.setQueryData<DisplayedOrder>(queryKey, newerOf(order));
  }

  const { pending, call } = useIdempotentCall("stop");
  async function run(beforeStart: boolean): Promise<void> {
    try {
      await call({ orderId, ...(beforeStart && { beforeStart }) }, put);
    } catch (error) {
      // A refusal means that the displayed state is stale.
      if (refusalCode(error) !== null) void query.refetch();
      throw error;
    }
  }

  return { ...query, put, stop: { pending, run } };
}
