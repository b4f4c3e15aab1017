import { OrderStop, useOrder } from "#manager/orders/index.ts";

/** Button that stops the live order of the chair. If the order is running, it ends when the chair confirms the stop. */
export function RunningOrder({ orderId }: { orderId: string }) {
  const { data, stop, refetch } = useOrder(orderId);
  return data === undefined ? null : <OrderStop order={data} stop={stop} refetch={refetch} />;
}
