import { useText } from "#shared/i18n/i18n.tsx";
import { useCoveredList } from "#manager/shared/lists/covered-list.ts";
import { useQuery } from "#shared/routing/navigation.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { OrderBrowser } from "./order-browser.tsx";
import { OrderDetail } from "./order-detail.tsx";

export default function OrdersScreen() {
  const { orderTitle } = useText("lists");
  const { ordersTitle } = useText("manager");
  const orderId = useQuery().get("orderId");
  const { search, shown } = useCoveredList(orderId);

  return (
    <ManagerPage title={shown ? ordersTitle : orderTitle} restoresScroll>
      {(ready) => (
        <>
          {search !== null && <OrderBrowser ready={ready} search={search} shown={shown} />}
          {orderId !== null && <OrderDetail key={orderId} ready={ready} orderId={orderId} />}
        </>
      )}
    </ManagerPage>
  );
}
