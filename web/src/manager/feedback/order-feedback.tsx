import type { Feedback } from "@reposo/contract/feedback/feedback.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { feedbackOfOrderQuery } from "#shared/feedback/feedback-of-order.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Notice } from "#ui/notice/notice.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { FeedbackDetail, FeedbackSkeleton } from "./feedback-detail.tsx";
import { NotLoaded } from "#manager/shared/frame/load-failed.tsx";
import { FeedbackForm } from "#shared/feedback/feedback-form.tsx";
import { FeedbackIcon } from "#ui/icons/manager-icons.tsx";

/** Shows the newest feedback on an order, or a form to report the first one. */
export function OrderFeedback({ ready, orderId }: { ready: Ready; orderId: string }) {
  const text = useText("feedback");
  const { noneOfOrder, failed } = useText("answering");
  const { ordersTitle } = useText("manager");
  const query = useQuery(feedbackOfOrderQuery(orderId));
  const { data } = query;
  // Keeps the first result, so that newer feedback does not replace a form that the manager is filling in.
  const [found, setFound] = useState<readonly Feedback[] | undefined>(data);
  if (found === undefined && data !== undefined) setFound(data);
  if (found === undefined)
    return (
      <NotLoaded
        query={query}
        failedTitle={failed}
        placeholder={<FeedbackSkeleton />}
        missing={{
          codes: [resultCodes.orderNotFound],
          title: text.orderMissing,
          href: hrefOf("orders"),
          listTitle: ordersTitle,
        }}
      />
    );
  const [newest] = found;
  if (newest !== undefined) return <FeedbackDetail ready={ready} feedbackId={newest.feedbackId} />;
  return (
    <>
      <Notice kind="empty" icon={<FeedbackIcon />} title={noneOfOrder} />
      <FeedbackForm orderId={orderId} />
    </>
  );
}
