import type { Feedback } from "@reposo/contract/feedback/feedback.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useState } from "react";
import { useFeedbackOfOrder } from "./use-feedback-detail.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { FailureText } from "#shared/api/failure-text.tsx";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Card } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import FeedbackDetail from "./feedback-detail.tsx";
import { lazyComponent, LazySection } from "#shared/lazy/lazy-component.tsx";
import { LoadFailed } from "#manager/shared/frame/load-failed.tsx";

const feedbackForm = lazyComponent(() => import("#shared/feedback/feedback-form.tsx"));

/** Shows the newest feedback on an order, or a form to report the first one. */
export default function OrderFeedback({ ready, orderId }: { ready: Ready; orderId: string }) {
  const text = useText("feedback");
  const { noneOfOrder, failed } = useText("answering");
  const { ordersTitle } = useText("manager");
  const { data, error, isFetching, refetch } = useFeedbackOfOrder(ready.token, orderId);
  // Keeps the first result, so that newer feedback does not replace a form that the manager is filling in.
  const [found, setFound] = useState<readonly Feedback[] | undefined>(data);
  if (found === undefined && data !== undefined) setFound(data);
  if (found === undefined) {
    if (error === null)
      return (
        <Card>
          <Skeleton shape="card" />
        </Card>
      );
    if (refusalCode(error) !== resultCodes.orderNotFound)
      return <LoadFailed title={failed} error={error} pending={isFetching} onRetry={refetch} />;
    const toOrders = (
      <ButtonLink variant="quiet" replace href={hrefOf("orders")}>
        {ordersTitle}
      </ButtonLink>
    );
    return (
      <Notice kind="error" title={text.orderMissing} text={<FailureText of={error} />} action={toOrders} />
    );
  }
  const [newest] = found;
  if (newest !== undefined) return <FeedbackDetail ready={ready} feedbackId={newest.feedbackId} />;
  return (
    <>
      <Notice kind="empty" title={noneOfOrder} />
      <LazySection of={feedbackForm} props={{ orderId }} />
    </>
  );
}
