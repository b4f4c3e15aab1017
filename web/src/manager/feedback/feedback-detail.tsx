import { giftText } from "./gift-text.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import type { FeedbackGift } from "@reposo/contract/orders/gift-coupons.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { AnswerPanel } from "./answer-panel.tsx";
import { FeedbackHistory } from "./feedback-history.tsx";
import { FeedbackBadge } from "./feedback-row.tsx";
import { FeedbackThread } from "#shared/feedback/feedback-thread.tsx";
import { feedbackOfOrderQuery } from "#shared/feedback/feedback-of-order.ts";
import { feedbackDetailQuery } from "./feedback-queries.ts";
import { ProblemText } from "#shared/feedback/problem-choices.tsx";
import { labelsOf } from "#manager/orders/index.ts";
import { mayOpen } from "#manager/shared/session/account.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { Facts } from "#ui/list/facts.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Card, Section } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import { type Ready, useManager } from "#manager/shared/session/manager-context.ts";
import { useInstantFormatter } from "#manager/shared/zone/use-zone.ts";
import { NotLoaded, RetryButton } from "#manager/shared/frame/load-failed.tsx";

/** Polling interval while the stream of live events is not connected. */
const pollMilliseconds = 15_000;

export function FeedbackDetail({ ready, feedbackId }: { ready: Ready; feedbackId: string }) {
  const { userInfo, labels } = ready;
  const texts = useText("answering");
  const shared = useText("feedback");
  const manager = useText("manager");
  const { refundPending } = useText("lists");
  const language = useLanguage();
  const { live } = useManager();
  const when = useInstantFormatter();
  const query = useQuery({
    ...feedbackDetailQuery(feedbackId),
    refetchInterval: live === "live" ? false : pollMilliseconds,
  });
  const { data, error, isFetching, refetch } = query;
  const orderId = data?.order.orderId ?? null;
  const ofOrder = useQuery({ ...feedbackOfOrderQuery(orderId ?? ""), enabled: orderId !== null }).data;
  const others = ofOrder?.filter((other) => other.feedbackId !== feedbackId);
  const labelOf = useMemo(() => labelsOf(labels), [labels]);

  if (data === undefined)
    return (
      <NotLoaded
        query={query}
        failedTitle={texts.failed}
        placeholder={<FeedbackSkeleton />}
        missing={{
          codes: [resultCodes.feedbackNotFound],
          title: texts.missing,
          href: hrefOf("feedback"),
          listTitle: manager.feedback,
        }}
      />
    );

  const { feedback, order } = data;
  const deviceHref = mayOpen(userInfo, "home")
    ? hrefOf("deviceList", { keyword: order.deviceId, deviceId: order.deviceId })
    : undefined;
  return (
    <>
      {error !== null && (
        <Banner kind="warn" action={<RetryButton pending={isFetching} onRetry={refetch} />}>
          {texts.failed}
        </Banner>
      )}
      <Card>
        <FeedbackThread
          feedback={feedback}
          when={when}
          texts={{
            stateSent: texts.stateSent,
            couponGiven: texts.couponGiven,
            couponWorth: texts.couponWorth,
            refundPending,
          }}
        />
      </Card>
      {feedback.gift !== null && <GiftNote gift={feedback.gift} />}
      {feedback.state !== "closed" && <AnswerPanel page={data} />}
      <Facts
        facts={[
          {
            name: shared.orderNumber,
            value: order.orderNumber,
            href: hrefOf("orders", { orderId: order.orderId }),
          },
          { name: shared.outlet, value: order.areaName },
          { name: shared.chair, value: order.deviceId, href: deviceHref },
          { name: shared.amount, value: formatMoney(order.amount, order.currency, language) },
          { name: shared.orderTime, value: when(order.orderTime) },
          { name: shared.feedbackTime, value: when(feedback.createdAt) },
        ]}
      />
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

export const FeedbackSkeleton = () => (
  <Card>
    <Skeleton shape="card" />
  </Card>
);

export function GiftNote({ gift }: { gift: FeedbackGift }) {
  const text = useText("answering");
  const language = useLanguage();
  const stated = giftText(gift, text, language);
  if (stated === null) return null;
  const { state, decision } = gift;
  return (
    <Banner kind={state === "refused" ? "warn" : "info"}>
      {stated}
      {decision !== null && <bdi dir="auto"> {fill(text.operatorNote, { text: decision })}</bdi>}
    </Banner>
  );
}
