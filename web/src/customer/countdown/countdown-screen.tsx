import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import {
  hasReceipt,
  type OrderFollowed,
  OrderMissing,
  phaseOf,
  Receipt,
  useFollowedOrder,
} from "#customer/orders/index.ts";
import { useDocumentTitle } from "#shared/app/document-title.ts";
import { useViewChange } from "#shared/app/view-change.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { relaunch, useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { Ring } from "#ui/progress/ring.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { EndedView } from "./ended-view.tsx";
import styles from "./countdown.module.css";
import { ChairLabel } from "./order-view.tsx";
import { PendingView } from "./pending-view.tsx";
import { RunningView } from "./running-view.tsx";
import { UnpaidView } from "./unpaid-view.tsx";
import { PageBar } from "#customer/page-bar.tsx";

/**
 * Shows one order from request to end. The key is the order ID, so that React discards the state when another order is
 * shown.
 */
export default function CountdownScreen() {
  const query = useAddressQuery();
  const orderId = query.get("orderId") ?? "";
  const view = query.get("view");
  useViewChange(view === null ? null : `${view} of ${orderId}`);
  return <OrderContent key={orderId} orderId={orderId} />;
}

const phaseTitles = {
  unpaid: "phaseUnpaid",
  pending: "phasePending",
  running: "countdown",
  ended: "yourOrder",
} as const;

function OrderContent({ orderId }: { orderId: string }) {
  const text = useText("massage");
  const { loading } = useText("shared");
  const query = useAddressQuery();
  const ticket = query.get("ticket");
  const view = query.get("view");
  // Removes the ticket from the address once the order has loaded. A shared link must not give access to the order, and
  // the ticket may still be valid, because a manager's session does not redeem it and a redemption may fail.
  const dropTicket = useCallback(() => {
    if (ticket !== null) relaunch(hrefOf("countdown", { orderId, view }));
  }, [ticket, orderId, view]);
  const followed = useFollowedOrder(orderId, ticket, dropTicket);
  const { order, refusal } = followed;
  const phase = order === null ? null : phaseOf(order);
  const hasOffer = order !== null && order.transfer !== null;
  const phaseBefore = useRef(phase);
  useLayoutEffect(() => {
    // The outcome is at the top, while the button that stopped the massage, or that chose the refund instead of another
    // chair, may be far below.
    if (phase === "ended" && phaseBefore.current !== null) window.scrollTo(0, 0);
    phaseBefore.current = phase;
  }, [phase, hasOffer]);
  // The link to the receipt is at the end of the page, and the receipt begins with its amount.
  const viewBefore = useRef(view);
  useLayoutEffect(() => {
    if (view === "receipt" && viewBefore.current !== view) window.scrollTo(0, 0);
    viewBefore.current = view;
  }, [view]);
  // An extension that has not ended is shown on the page of the order that it extends.
  const parentOrderId = phase === "ended" ? null : (order?.parentOrderId ?? null);
  useEffect(() => {
    if (parentOrderId !== null) relaunch(hrefOf("countdown", { orderId: parentOrderId }));
  }, [parentOrderId]);
  const isMissing = refusal !== null && order === null;
  const title = isMissing ? text.yourOrder : text[phase === null ? "countdown" : phaseTitles[phase]];
  // The views of running and ended orders set the title themselves.
  useDocumentTitle(phase === "running" || phase === "ended" ? null : title);

  const bar = <PageBar title={title} />;
  if (isMissing) return <OrderMissing bar={bar} refusal={refusal} />;
  if (order === null || phase === null || parentOrderId !== null) {
    return (
      <Screen bar={bar}>
        <ChairLabel order={null} />
        <Ring fraction={null}>
          <p className={styles.clock} aria-hidden="true">
            --:--
          </p>
          <p className="muted">{loading}</p>
        </Ring>
      </Screen>
    );
  }
  if (view === "receipt" && hasReceipt(order)) return <ReceiptView order={order} />;
  const views = { unpaid: UnpaidView, pending: PendingView, running: RunningView, ended: EndedView };
  const View = views[phase];
  return <View bar={bar} order={order} followed={followed} />;
}

function ReceiptView({ order }: { order: OrderFollowed }) {
  const { receipt: title } = useText("massage");
  return (
    <Screen
      bar={
        <div className={styles.screenOnly}>
          <PageBar title={title} />
        </div>
      }
    >
      <Receipt order={order} />
    </Screen>
  );
}
