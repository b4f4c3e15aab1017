import {
  acceptsMedia,
  maxFeedbackPerOrder,
  maxOpenFeedbackOf,
  openFeedbackStates,
} from "@reposo/contract/feedback/feedback-limits.ts";
import { dateAndTime } from "@reposo/contract/text/date-styles.ts";
import { useLocalFormatter } from "#shared/time/local-times.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { useEffect } from "react";
import { OperatorMark } from "#customer/operator/index.ts";
import { OrderMissing, useFollowedOrder, useOwnFeedback } from "#customer/orders/index.ts";
import { FeedbackForm } from "#shared/feedback/feedback-form.tsx";
import { FeedbackThread } from "#shared/feedback/feedback-thread.tsx";
import { useDocumentTitle } from "#shared/app/document-title.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { relaunch, useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { useIsManager } from "#shared/session/session-kind.ts";
import { useFirstNow } from "#shared/time/use-first-now.ts";
import { Facts } from "#ui/list/facts.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Card, Screen, Section } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import { PageBar } from "#customer/page-bar.tsx";

/** A customer's feedback on an order (FB-1, FB-2); managers are redirected to their feedback page. */
export default function OrderFeedbackScreen() {
  const { feedback, orderNotGiven } = useText("feedback");
  const orderId = useAddressQuery().get("orderId") ?? "";
  const isManager = useIsManager();
  useDocumentTitle(feedback);
  useEffect(() => {
    if (isManager) relaunch(hrefOf("feedback", { orderId }));
  }, [isManager, orderId]);
  if (isManager) return null;
  if (orderId === "") return <OrderMissing bar={<PageBar title={feedback} />} advice={orderNotGiven} />;
  return <OrderContent key={orderId} orderId={orderId} />;
}

function OrderContent({ orderId }: { orderId: string }) {
  const text = useText("feedback");
  const language = useLanguage();
  const { order, refusal } = useFollowedOrder(orderId);
  const { sent } = useOwnFeedback(orderId);
  const openedAt = useFirstNow();
  const format = useLocalFormatter(dateAndTime);

  const bar = <PageBar title={text.feedback} />;
  if (refusal !== null && order === null) return <OrderMissing bar={bar} refusal={refusal} />;
  if (order === null)
    return (
      <Screen bar={bar}>
        <Card>
          <Skeleton shape="card" />
        </Card>
      </Screen>
    );
  const open = sent?.filter(({ state }) => openFeedbackStates.includes(state)) ?? [];
  const isFull = (sent?.length ?? 0) >= maxFeedbackPerOrder;
  const isUnanswered = open.length >= maxOpenFeedbackOf(order);
  const fullText = fill(text.full, { most: maxFeedbackPerOrder });
  const limitText = isFull ? fullText : isUnanswered ? text.unanswered : null;
  const hasSent = sent !== null && sent.length > 0;
  const facts = [
    { name: text.orderNumber, value: order.orderNumber, isCode: true },
    { name: text.outlet, value: order.areaName },
    { name: text.chair, value: order.deviceId, isCode: true },
    { name: text.amount, value: formatMoney(order.amount, order.currency, language) },
    { name: text.orderTime, value: format(order.orderTime) },
    { name: text.feedbackTime, value: format(openedAt) },
  ];
  return (
    <Screen bar={bar}>
      <OperatorMark small />
      {sent?.map((feedback) => (
        <Card key={feedback.feedbackId}>
          <FeedbackThread feedback={feedback} when={format} />
        </Card>
      ))}
      <Facts facts={facts} />
      {limitText !== null ? (
        <Banner kind="info">{limitText}</Banner>
      ) : (
        <Section {...(hasSent && { title: text.addComment })}>
          <FeedbackForm orderId={orderId} withFiles={acceptsMedia(order)} />
        </Section>
      )}
    </Screen>
  );
}
