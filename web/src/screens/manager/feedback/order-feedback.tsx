import { useFeedbackOfOrder } from "#features/feedback/use-feedback-detail.ts";
import { useText } from "#platform/i18n.tsx";
import { hrefOf } from "#platform/routes.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Card } from "#ui/screen.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { LatePiece } from "#screens/late-piece.tsx";
import type { Ready } from "#screens/manager/manager-page.tsx";
import FeedbackDetail from "./feedback-detail.tsx";

const feedbackForm = () => import("#features/feedback/feedback-form.tsx");

/** What was said of an order, from its newest feedback on; where nothing was, a manager may be the first to say it. */
export default function OrderFeedback({ ready, orderId }: { ready: Ready; orderId: string }) {
  const text = useText("feedback");
  const { noneOfOrder } = useText("answering");
  const { ordersTitle } = useText("manager");
  const { data, error } = useFeedbackOfOrder(ready.token, orderId);
  if (data === undefined) {
    if (error === null)
      return (
        <Card>
          <Skeleton shape="card" />
        </Card>
      );
    const toOrders = (
      <ButtonLink look="quiet" replace href={hrefOf("orders")}>
        {ordersTitle}
      </ButtonLink>
    );
    return <Notice kind="error" title={text.orderMissing} text={error.message} action={toOrders} />;
  }
  const [newest] = data;
  if (newest !== undefined) return <FeedbackDetail ready={ready} feedbackId={newest.feedbackId} />;
  return (
    <>
      <Notice kind="empty" title={noneOfOrder} />
      <LatePiece load={feedbackForm} props={{ orderId }} />
    </>
  );
}
