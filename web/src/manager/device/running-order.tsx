import { OrderStop } from "#manager/order/order-stop.tsx";
import { mayStop, useOrder } from "#manager/order/use-order.ts";
import { useManager, useManagerEvents } from "#manager/session/manager-session.tsx";

/** Stops the massage that the chair runs; the order ends when the chair has confirmed it. */
export default function RunningOrder({ token, orderId }: { token: string; orderId: string }) {
  const { live } = useManager();
  const { data, put, stop, refetch } = useOrder(token, orderId, live === "live");
  useManagerEvents((event) => {
    if (event.name === "order") put(event.data);
    if (event.name === "reset") void refetch();
  });
  if (data === undefined || !mayStop(data)) return null;
  return <OrderStop order={data} stop={stop} />;
}
