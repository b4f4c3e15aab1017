import { useEffect, useState } from "react";
import { useOnline } from "#platform/connection.ts";
import { useText } from "#platform/i18n.tsx";
import { useLatePart } from "#platform/late-part.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Ready } from "#screens/manager/manager-page.tsx";
import { OrderSkeleton } from "./order-skeleton.tsx";

const orderDetail = () => import("./order-detail.tsx");

/** The page of one order, whose code the list fetches when it has settled. */
export function LateOrder({ ready, orderId }: { ready: Ready; orderId: string }) {
  const { loading, pageFailed, tryAgain } = useText("shared");
  const [OrderDetail, fetchDetail] = useLatePart(orderDetail);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const online = useOnline();
  useEffect(() => {
    void fetchDetail().then((there) => setFailed(!there));
  }, [fetchDetail, attempt, online]);

  if (OrderDetail !== null) return <OrderDetail ready={ready} orderId={orderId} />;
  if (!failed) return <OrderSkeleton label={loading} />;
  return (
    <Notice
      kind="error"
      title={pageFailed}
      action={
        <Button look="quiet" onClick={() => setAttempt(attempt + 1)}>
          {tryAgain}
        </Button>
      }
    />
  );
}
