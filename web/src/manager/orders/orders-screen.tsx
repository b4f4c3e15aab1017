import { useText } from "#shared/i18n/i18n.tsx";
import { useAddressQuery } from "#shared/routing/navigation.ts";
import { ListAndDetail } from "#manager/shared/frame/list-and-detail.tsx";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { useViewChange } from "#shared/app/view-change.ts";
import { changedHref } from "#manager/shared/lists/table-state.ts";
import { OrderBrowser } from "#manager/orders/list/order-browser.tsx";
import { OrderDetail } from "#manager/orders/detail/order-detail.tsx";

export default function OrdersScreen() {
  const { orderTitle } = useText("lists");
  const { ordersTitle } = useText("manager");
  const address = useAddressQuery();
  const orderId = address.get("orderId");
  useViewChange(orderId, true);

  return (
    <ManagerPage wide title={orderId === null ? ordersTitle : orderTitle} wideTitle={ordersTitle}>
      {(ready) => (
        <ListAndDetail
          list={<OrderBrowser ready={ready} />}
          detail={orderId === null ? null : <OrderDetail key={orderId} ready={ready} orderId={orderId} />}
          title={orderTitle}
          listHref={changedHref("orders", address, { orderId: null })}
        />
      )}
    </ManagerPage>
  );
}
