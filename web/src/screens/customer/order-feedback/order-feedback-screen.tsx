import { OrderFacts } from "#features/massage/order-facts.tsx";
import { useFollowedOrder } from "#features/massage/use-followed-order.ts";
import { useDocumentTitle } from "#platform/document-title.ts";
import { useText } from "#platform/i18n.tsx";
import { useQuery } from "#platform/navigation.ts";
import { Banner, Notice } from "#ui/notice.tsx";
import { Card, Screen } from "#ui/screen.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { PageBar } from "#screens/customer/page-bar.tsx";

const nothing = () => undefined;

/** The order that feedback will be about; the form itself opens with a later version, and the page says so. */
export default function OrderFeedbackScreen() {
  const text = useText("massage");
  const orderId = useQuery().get("orderId") ?? "";
  const { order, refusal } = useFollowedOrder(orderId, null, nothing);
  useDocumentTitle(text.feedback);
  return (
    <Screen bar={<PageBar title={text.feedback} />}>
      <Banner>
        <strong>{text.feedbackLater}</strong>
        <br />
        {text.feedbackLaterText}
      </Banner>
      {refusal !== null && order === null ? (
        <Notice kind="error" title={text.orderMissing} text={refusal} />
      ) : (
        <Card>{order === null ? <Skeleton shape="card" /> : <OrderFacts order={order} />}</Card>
      )}
    </Screen>
  );
}
