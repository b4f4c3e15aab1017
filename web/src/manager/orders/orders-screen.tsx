import { useText } from "#shared/i18n/i18n.tsx";
import { useQuery } from "#shared/routing/navigation.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { useViewChange } from "#manager/shared/frame/view-change.ts";
import { OrderBrowser } from "./order-browser.tsx";
import { OrderDetail } from "./order-detail.tsx";

export default function OrdersScreen() {
  const { orderTitle } = useText("lists");
  const { ordersTitle } = useText("manager");
  const orderId = useQuery().get("orderId");
  useViewChange(orderId);

  return (
    <ManagerPage title={orderId === null ? ordersTitle : orderTitle}>
      {(ready) =>
        orderId === null ? (
          <OrderBrowser ready={ready} />
        ) : (
          <OrderDetail key={orderId} ready={ready} orderId={orderId} />
        )
      }
    </ManagerPage>
  );
}
