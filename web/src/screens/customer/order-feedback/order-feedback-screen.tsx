import { languageTags } from "@reposo/contract/languages.ts";
import { formatMoney } from "@reposo/contract/money.ts";
import { Fragment, useState } from "react";
import { FeedbackThread, useOwnFeedback } from "#features/feedback/index.ts";
import { useFollowedOrder } from "#features/massage/use-followed-order.ts";
import { useDocumentTitle } from "#platform/document-title.ts";
import { useLanguage, useText } from "#platform/i18n.tsx";
import { useQuery } from "#platform/navigation.ts";
import { readSession } from "#platform/session-storage.ts";
import { serverNow } from "#platform/server-clock.ts";
import { Facts } from "#ui/facts.tsx";
import { Notice } from "#ui/notice.tsx";
import { Card, Screen, Section } from "#ui/screen.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { LatePiece } from "#screens/late-piece.tsx";
import { PageBar } from "#screens/customer/page-bar.tsx";
import { FeedbackForm } from "./feedback-form.tsx";

const nothing = () => undefined;
const inbox = () => import("#features/feedback/feedback-inbox.tsx");
const answerPanel = () => import("#features/feedback/answer-panel.tsx");
const isManager = (): boolean => readSession()?.kind === "manager";

/** A word on one order (FB-1, FB-2); without one a manager finds what waits for an answer. */
export default function OrderFeedbackScreen() {
  const { feedback } = useText("feedback");
  const orderId = useQuery().get("orderId") ?? "";
  useDocumentTitle(feedback);
  if (orderId !== "" || !isManager()) return <OneOrder key={orderId} orderId={orderId} />;
  return (
    <Screen bar={<PageBar title={feedback} />}>
      <LatePiece load={inbox} texts="answering" props={{}} />
    </Screen>
  );
}

/** What the order was, what is to be said of it, and what was answered. */
function OneOrder({ orderId }: { orderId: string }) {
  const text = useText("feedback");
  const language = useLanguage();
  const { order, refusal } = useFollowedOrder(orderId, null, nothing);
  const sent = useOwnFeedback(orderId);
  const [openedAt] = useState(() => serverNow());

  const bar = <PageBar title={text.feedback} />;
  if (refusal !== null && order === null)
    return (
      <Screen bar={bar} middle>
        <Notice kind="error" title={text.orderMissing} text={refusal} />
      </Screen>
    );
  if (order === null)
    return (
      <Screen bar={bar}>
        <Card>
          <Skeleton shape="card" />
        </Card>
      </Screen>
    );
  const format = new Intl.DateTimeFormat(languageTags[language], { dateStyle: "medium", timeStyle: "short" });
  const hasSent = sent !== null && sent.length > 0;
  // Whoever may write one more is told of that one; a manager who answers, of the one that came last.
  const feedbackAt = (isManager() && sent?.[0]?.createdAt) || openedAt;
  const facts = [
    { name: text.orderNumber, value: order.orderNumber, code: "long" as const },
    { name: text.outlet, value: order.areaName },
    { name: text.chair, value: order.deviceId, code: "short" as const },
    { name: text.amount, value: formatMoney(order.amount, order.currency, language) },
    { name: text.orderTime, value: format.format(new Date(order.orderTime)) },
    { name: text.feedbackTime, value: format.format(new Date(feedbackAt)) },
  ];
  return (
    <Screen bar={bar}>
      {sent?.map((feedback) => (
        <Fragment key={feedback.feedbackId}>
          <Card>
            <FeedbackThread feedback={feedback} />
          </Card>
          {isManager() && <LatePiece load={answerPanel} texts="answering" props={{ feedback }} />}
        </Fragment>
      ))}
      <Facts facts={facts} />
      {(!hasSent || !isManager()) && (
        <Section {...(hasSent && { title: text.sayMore })}>
          <FeedbackForm orderId={orderId} />
        </Section>
      )}
    </Screen>
  );
}
