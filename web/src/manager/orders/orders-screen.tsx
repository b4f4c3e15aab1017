import { useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { useFetchedBeforehand } from "#shared/lazy/late-part.ts";
import { useFocusOnWay } from "#manager/lists/list-visit.ts";
import { useQuery } from "#shared/routing/navigation.ts";
import { LatePiece } from "#shared/lazy/late-piece.tsx";
import { ManagerPage } from "#manager/frame/manager-page.tsx";
import { OrderBrowser } from "./order-browser.tsx";
import { OrderSkeleton } from "#manager/order/order-skeleton.tsx";

const orderDetail = () => import("#manager/order/order-detail.tsx");

/**
 * The list, and over it the order that the address names: the list stays as it is meanwhile, goes on following its
 * orders, and is there again at once on the way back.
 */
export default function OrdersScreen() {
  const { orderTitle } = useText("lists");
  const { ordersTitle } = useText("manager");
  const { loading } = useText("shared");
  const query = useQuery();
  const orderId = query.get("orderId");
  const [listSearch, setListSearch] = useState(orderId === null ? query.toString() : null);
  const shown = orderId === null;
  if (shown && listSearch !== query.toString()) setListSearch(query.toString());
  useFocusOnWay(orderId);
  useFetchedBeforehand(orderDetail);

  return (
    <ManagerPage title={shown ? ordersTitle : orderTitle} keepsPlace>
      {(ready) => (
        <>
          {listSearch !== null && <OrderBrowser ready={ready} search={listSearch} shown={shown} />}
          {orderId !== null && (
            <LatePiece
              key={orderId}
              load={orderDetail}
              props={{ ready, orderId }}
              waiting={<OrderSkeleton label={loading} />}
            />
          )}
        </>
      )}
    </ManagerPage>
  );
}
