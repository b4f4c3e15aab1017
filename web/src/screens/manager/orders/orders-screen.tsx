import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useText } from "#platform/i18n.tsx";
import { useFetchedBeforehand } from "#platform/late-part.ts";
import { useQuery } from "#platform/navigation.ts";
import { LatePiece } from "#screens/late-piece.tsx";
import { ManagerPage } from "#screens/manager/manager-page.tsx";
import { OrderBrowser } from "./order-browser.tsx";
import { OrderSkeleton } from "./order-skeleton.tsx";

const orderDetail = () => import("./order-detail.tsx");

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

/** Into an order the focus goes to its title, on the way back to its row; the page itself is the same. */
function useFocusOnWay(orderId: string | null): void {
  const before = useRef(orderId);
  useLayoutEffect(() => {
    if (orderId !== null) window.scrollTo(0, 0);
  }, [orderId]);
  useEffect(() => {
    const left = before.current;
    before.current = orderId;
    if (left === orderId) return;
    const row =
      left === null ? null : document.querySelector<HTMLElement>(`[data-row="${CSS.escape(left)}"]`);
    const title = document.querySelector<HTMLElement>("[data-page-title]");
    (orderId === null ? (row ?? title) : title)?.focus({ preventScroll: true });
  }, [orderId]);
}
