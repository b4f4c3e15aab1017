import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { getOrder, liveStatuses, stop } from "@reposo/contract/orders.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { newIdempotencyKey } from "#shared/api/api-exchange.ts";
import { refusalCode } from "#shared/api/api-failure.ts";

export type ShownOrder = ReplyOf<typeof getOrder>;

/** How often an order under way is asked for while no stream brings its news. */
const askMilliseconds = 4_000;

const isLive = ({ orderStatus }: ShownOrder): boolean =>
  liveStatuses.some((status) => status === orderStatus);
const isUnderWay = (order: ShownOrder): boolean => isLive(order) || order.orderStatus === "unpaid";
/** Added minutes that the chair has been asked for end with their massage, which is stopped as a whole. */
export const mayStop = (order: ShownOrder): boolean =>
  order.parentOrderId === null
    ? isUnderWay(order)
    : order.orderStatus === "unpaid" || order.orderStatus === "paid";

/** One order, followed while it is under way. `put`: what the stream says of it. */
export function useOrder(token: string, orderId: string, followed: boolean) {
  const client = useQueryClient();
  const queryKey = ["order", token, orderId];
  /** What is known where the server made it later than this: news may come while the order is being read. */
  function laterOf(read: ShownOrder): ShownOrder {
    const known = client.getQueryData<ShownOrder>(queryKey);
    return known !== undefined && known.serverTime > read.serverTime ? known : read;
  }
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => laterOf(await callApi(getOrder, { orderId }, { signal, quiet: true })),
    refetchInterval: ({ state: { data } }) =>
      !followed && data !== undefined && isUnderWay(data) ? askMilliseconds : false,
  });

  function put(order: ShownOrder): void {
    if (order.orderId === orderId) client.setQueryData<ShownOrder>(queryKey, laterOf(order));
  }

  const [stopping, setStopping] = useState(false);
  const key = useRef<string | null>(null);
  async function stopNow(): Promise<void> {
    setStopping(true);
    // The same key until an answer comes, so that one tap stays one stop however often it is sent.
    key.current ??= newIdempotencyKey();
    try {
      put(await callApi(stop, { orderId }, { idempotencyKey: key.current }));
      key.current = null;
    } catch (error) {
      if (refusalCode(error) !== null) key.current = null;
      throw error;
    } finally {
      setStopping(false);
    }
  }

  return { ...query, put, stop: { pending: stopping, run: stopNow } };
}
