import { OrderStop, useOrder } from "#manager/orders/index.ts";
import { useManager, useManagerEvents } from "#manager/shared/session/manager-context.ts";

/** Button that stops the live order of the chair. If the order is running, it ends when the chair confirms the stop. */
export function RunningOrder({ token, orderId }: { token: string; orderId: string }) {
  const { live } = useManager();
  const { data, put, stop, refetch } = useOrder(token, orderId, live === "live");
  useManagerEvents((event) => {
    if (event.name === "order") put(event.data);
    if (event.name === "reset") void refetch();
  });
  return data === undefined ? null : <OrderStop order={data} stop={stop} refetch={refetch} />;
}
