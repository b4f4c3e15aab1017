import { formatMoney } from "@reposo/contract/money/money.ts";
import { useEffect } from "react";
import {
  hasReceipt,
  isMoved,
  OrderFacts,
  outcomeOf,
  useOwnFeedback,
  useRefundTimes,
} from "#customer/orders/index.ts";
import { signalEnd } from "./end-signal.ts";
import { useDocumentTitle } from "#shared/app/document-title.ts";
import { useSessionPermission } from "#shared/session/use-session-permission.ts";
import { TransferOffer } from "#shared/transfer/transfer-offer.tsx";
import { useLocalFormatter } from "#shared/time/local-times.ts";
import { relaunch } from "#shared/routing/navigation.ts";
import { serverNow } from "#shared/time/server-clock.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { OutcomeMark } from "#ui/notice/outcome-mark.tsx";
import { Card, Screen } from "#ui/screen/screen.tsx";
import styles from "./countdown.module.css";
import { ChairLabel, OrderContact, type OrderViewProps } from "./order-view.tsx";
import { ExtensionMessages } from "./extension-messages.tsx";

/**
 * Time after the end of a massage within which the page signals the end by sound and vibration. A page that is opened
 * later gives no signal.
 */
const justNowMilliseconds = 10_000;

export function EndedView({ bar, order, followed: { reload, show } }: OrderViewProps) {
  const text = useText("massage");
  const language = useLanguage();
  const { scanAnother } = useText("customer");
  const { succeeded, title, what, needsOtherChair, refusalCode, money } = outcomeOf(order);
  const { orderId, deviceId, orderStatus, endedAt, transfer, transferredFrom, transferredTo } = order;
  const timeOf = useLocalFormatter({ hour: "2-digit", minute: "2-digit" });
  const mayTransfer = useSessionPermission("start");
  const mayRefund = useSessionPermission("refund");
  const titleText = fill(text[title], { deviceId: transferredTo?.deviceId ?? "" });
  const hasMoved = isMoved(order);
  const goesOn = (transfer !== null && mayTransfer === true) || hasMoved;
  const sameChoice = { gear: String(order.gear), minutes: String(order.minutes) };
  const { sent, isRefused } = useOwnFeedback(orderId);
  const refundTimes = useRefundTimes()(order.refund);
  const isAnswered = sent?.some(({ answeredAt }) => answeredAt !== null) ?? false;
  // Replaces the remaining time, which the tab's title shows during the massage.
  useDocumentTitle(titleText);

  useEffect(() => {
    const justEnded = endedAt !== null && serverNow() - Date.parse(endedAt) < justNowMilliseconds;
    if (orderStatus === "completed" && justEnded) signalEnd();
  }, [orderStatus, endedAt]);

  const actions = (
    <div className={styles.actions}>
      <ButtonLink
        wide
        variant={succeeded || goesOn ? "quiet" : "primary"}
        href={needsOtherChair ? hrefOf("quickStart") : hrefOf("chair", { deviceId, ...sameChoice })}
      >
        {needsOtherChair ? scanAnother : text.startAgain}
      </ButtonLink>
      {hasReceipt(order) && (
        <ButtonLink wide variant="plain" href={hrefOf("countdown", { orderId, view: "receipt" })}>
          {text.seeReceipt}
        </ButtonLink>
      )}
    </div>
  );

  return (
    // While the massage can go on, no fixed button covers the way to the other chair, or starts another purchase.
    <Screen bar={bar} foot={goesOn ? undefined : actions}>
      <ChairLabel order={order} />
      <div className={styles.ending} role="status">
        <OutcomeMark tone={succeeded ? "good" : "warn"} />
        <p className={styles.endTitle}>{titleText}</p>
        {what !== null && <p className={styles.what}>{fill(text[what], { code: refusalCode ?? "" })}</p>}
        {hasMoved && title !== "continuedTitle" && (
          <p className={styles.what}>{fill(text.movedTo, { deviceId: transferredTo?.deviceId ?? "" })}</p>
        )}
        {money !== null && (
          <p className={styles.money}>
            {fill(text[money.text], { amount: formatMoney(money.amount, order.currency, language) })}
          </p>
        )}
        {refundTimes !== null && <p className={styles.what}>{refundTimes}</p>}
      </div>
      <TransferOffer
        order={order}
        timeOf={timeOf}
        mayContinue={mayTransfer === true}
        mayRefund={mayRefund === true}
        onContinued={(started) => relaunch(hrefOf("countdown", { orderId: started }))}
        onRefunding={show}
        reload={reload}
      />
      {transferredTo !== null && (
        <ButtonLink
          wide
          variant={hasMoved ? "primary" : "quiet"}
          href={hrefOf("countdown", { orderId: transferredTo.orderId })}
        >
          {text.otherOrder}
        </ButtonLink>
      )}
      {transferredFrom !== null && (
        <ButtonLink wide variant="quiet" href={hrefOf("countdown", { orderId: transferredFrom.orderId })}>
          {text.firstOrder}
        </ButtonLink>
      )}
      {order.extensions.length > 0 && <ExtensionMessages order={order} reload={reload} />}
      {!isRefused && (
        <ButtonLink wide variant={isAnswered ? "quiet" : "plain"} href={hrefOf("orderFeedback", { orderId })}>
          {isAnswered ? text.feedbackAnswered : text.giveFeedback}
        </ButtonLink>
      )}
      <OrderContact order={order} />
      <Card>
        <OrderFacts order={order} />
      </Card>
      {goesOn && actions}
    </Screen>
  );
}
