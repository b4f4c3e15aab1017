import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { getOrder } from "@reposo/contract/orders/orders.ts";
import { liveStatuses } from "@reposo/contract/orders/order-values.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useManager } from "#manager/shared/session/manager-context.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { orderQuery } from "#shared/api/order-query.ts";
import { useIdempotentCall } from "#shared/api/use-idempotent-call.ts";

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
 * Fetches one order, and polls it while it is in progress and no live events arrive, or while its massage can continue on
 * another chair, because no event reports which chairs become idle.
 */
export function useOrder(orderId: string) {
  const { live } = useManager();
  const client = useQueryClient();
  const order = orderQuery(orderId);
  const query = useQuery({
    ...order,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && ((live !== "live" && isInProgress(data)) || data.transfer !== null)
        ? pollMilliseconds
        : false,
  });

  const { pending, call } = useIdempotentCall("stop");
  async function run(beforeStart: boolean): Promise<void> {
    try {
      await call({ orderId, ...(beforeStart && { beforeStart }) }, (stopped) => {
        client.setQueryData(order.queryKey, stopped);
      });
    } catch (error) {
      // A refusal means that the displayed state is stale.
      if (refusalCode(error) !== null) void query.refetch();
      throw error;
    }
  }

  const show = (changed: DisplayedOrder) => void client.setQueryData(order.queryKey, changed);
  return { ...query, show, stop: { pending, run } };
}
