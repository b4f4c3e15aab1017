import { formatMoney } from "@reposo/contract/money.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useMemo } from "react";
import { AnswerPanel } from "#features/feedback/answer-panel.tsx";
import { FeedbackHistory } from "#features/feedback/feedback-history.tsx";
import { FeedbackBadge } from "#features/feedback/feedback-rows.tsx";
import { GiftNote } from "#features/feedback/gift-note.tsx";
import { FeedbackThread } from "#features/feedback/index.ts";
import { useFeedbackDetail, useFeedbackOfOrder } from "#features/feedback/use-feedback-detail.ts";
import { ProblemText } from "#features/feedback/problem-choices.tsx";
import { useReadAnewOnNews } from "#features/feedback/use-feedback-list.ts";
import { labelsOf } from "#features/orders/index.ts";
import { mayOpen } from "#features/session/index.ts";
import { refusalCode } from "#platform/api-failure.ts";
import { FailureText } from "#platform/failure-text.tsx";
import { useLanguage, useText } from "#platform/i18n.tsx";
import { hrefOf } from "#platform/routes.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Facts } from "#ui/facts.tsx";
import { List, Row } from "#ui/list.tsx";
import { Banner, Notice } from "#ui/notice.tsx";
import { Card, Section } from "#ui/screen.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Ready } from "#screens/manager/manager-page.tsx";
import { useManager, useManagerEvents } from "#screens/manager/manager-session.tsx";
import { useWhen } from "./use-when.ts";

/** One feedback: the word, its order, what to answer, and what the order and its chair went through. */
export default function FeedbackDetail({ ready, feedbackId }: { ready: Ready; feedbackId: string }) {
  const { token, userInfo, launched } = ready;
  const texts = useText("answering");
  const shared = useText("feedback");
  const manager = useText("manager");
  const language = useLanguage();
  const { live } = useManager();
  const when = useWhen(ready);
  const { data, error, isFetching, refetch } = useFeedbackDetail(token, feedbackId, live === "live");
  const orderId = data?.order.orderId ?? null;
  const others = useFeedbackOfOrder(token, orderId).data?.filter((other) => other.feedbackId !== feedbackId);
  const hearNews = useReadAnewOnNews(["feedback", token]);
  useManagerEvents((event) => {
    // While its order is not known yet, any order's news may be its own.
    const isOurs = event.name === "order" && (orderId === null || event.data.orderId === orderId);
    if (event.name === "reset" || isOurs) hearNews();
  });
  const labelOf = useMemo(() => labelsOf(launched.dictionary?.entries), [launched]);

  const retry = (
    <Button look="quiet" pending={isFetching} onClick={() => void refetch()}>
      {manager.tryAgain}
    </Button>
  );
  if (data === undefined) {
    if (error === null)
      return (
        <Card>
          <Skeleton shape="card" />
        </Card>
      );
    if (refusalCode(error) !== resultCodes.feedbackNotFound)
      return <Notice kind="error" title={texts.failed} text={<FailureText of={error} />} action={retry} />;
    const toList = (
      <ButtonLink look="quiet" replace href={hrefOf("feedback")}>
        {manager.feedback}
      </ButtonLink>
    );
    return <Notice kind="error" title={texts.missing} text={<FailureText of={error} />} action={toList} />;
  }

  const { feedback, order } = data;
  const devices = mayOpen(userInfo, "home")
    ? hrefOf("deviceList", { keyword: order.deviceId, deviceId: order.deviceId })
    : undefined;
  return (
    <>
      {error !== null && (
        <Banner kind="warn" action={retry}>
          {texts.failed}
        </Banner>
      )}
      <Card>
        <FeedbackThread feedback={feedback} when={when} />
      </Card>
      {feedback.gift !== null && <GiftNote gift={feedback.gift} />}
      <Facts
        facts={[
          {
            name: shared.orderNumber,
            value: order.orderNumber,
            href: hrefOf("orders", { orderId: order.orderId }),
          },
          { name: shared.outlet, value: order.areaName },
          { name: shared.chair, value: order.deviceId, href: devices },
          { name: shared.amount, value: formatMoney(order.amount, order.currency, language) },
          { name: shared.orderTime, value: when(order.orderTime) },
          { name: shared.feedbackTime, value: when(feedback.createdAt) },
        ]}
      />
      {feedback.state !== "closed" && <AnswerPanel token={token} page={data} />}
      {others !== undefined && others.length > 0 && (
        <Section title={texts.otherFeedback}>
          <List label={texts.otherFeedback}>
            {others.map((other) => (
              <Row
                key={other.feedbackId}
                href={hrefOf("feedback", { feedbackId: other.feedbackId })}
                title={<ProblemText feedback={other} />}
                detail={when(other.createdAt)}
                meta={<FeedbackBadge state={other.state} />}
              />
            ))}
          </List>
        </Section>
      )}
      <FeedbackHistory page={data} statusLabel={(status) => labelOf("orderStatus", status)} when={when} />
    </>
  );
}
