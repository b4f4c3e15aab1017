import { formatMoney } from "@reposo/contract/money.ts";
import { useEffect } from "react";
import { useOwnFeedback } from "#features/feedback/use-feedback.ts";
import { signalEnd } from "#features/massage/end-signal.ts";
import { OrderFacts } from "#features/massage/order-facts.tsx";
import { endingOf, hasReceipt } from "#features/massage/order-phase.ts";
import { useDocumentTitle } from "#platform/document-title.ts";
import { serverNow } from "#platform/server-clock.ts";
import { fill, useLanguage, useText } from "#platform/i18n.tsx";
import { hrefOf } from "#platform/routes.ts";
import { ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { AlertIcon, CheckIcon } from "#ui/icons.tsx";
import { Card, Screen } from "#ui/screen.tsx";
import { OptionalPiece } from "#screens/customer/optional-piece.tsx";
import styles from "./countdown.module.css";
import type { OrderViewProps } from "./order-view.ts";

const extensionNews = () => import("./extension-news.tsx");

/** An end older than this was not watched: opening the page later must not ring. */
const justNowMilliseconds = 10_000;

export function EndedView({ bar, order }: OrderViewProps) {
  const text = useText("massage");
  const language = useLanguage();
  const { good, title, what, money } = endingOf(order);
  const { orderId, deviceId, orderStatus, endedAt } = order;
  const { sent, isRefused } = useOwnFeedback(orderId);
  const isAnswered = sent?.some(({ answeredAt }) => answeredAt !== null) ?? false;
  // In place of the clock that the massage left in the browser's tab.
  useDocumentTitle(text[title]);

  useEffect(() => {
    const justEnded = endedAt !== null && serverNow() - Date.parse(endedAt) < justNowMilliseconds;
    if (orderStatus === "completed" && justEnded) signalEnd();
  }, [orderStatus, endedAt]);

  return (
    <Screen
      bar={bar}
      foot={
        <ButtonLink wide look={good ? "quiet" : "primary"} href={hrefOf("chair", { deviceId })}>
          {text.startAgain}
        </ButtonLink>
      }
    >
      <div className={styles.ending} role="status">
        <span className={classNames(styles.mark, good ? styles.good : styles.bad)}>
          {good ? <CheckIcon /> : <AlertIcon />}
        </span>
        <p className={styles.endTitle}>{text[title]}</p>
        {what !== null && <p className={styles.what}>{text[what]}</p>}
        {money !== null && (
          <p className={styles.money}>
            {fill(text[money.text], { amount: formatMoney(money.amount, order.currency, language) })}
          </p>
        )}
      </div>
      {order.extensions.length > 0 && (
        <OptionalPiece load={extensionNews} texts="massage" props={{ order }} />
      )}
      <div className={styles.foot}>
        {hasReceipt(order) && (
          <ButtonLink wide look="quiet" href={hrefOf("countdown", { orderId, view: "receipt" })}>
            {text.seeReceipt}
          </ButtonLink>
        )}
        {!isRefused && (
          <ButtonLink wide look={isAnswered ? "quiet" : "plain"} href={hrefOf("orderFeedback", { orderId })}>
            {isAnswered ? text.feedbackAnswered : text.giveFeedback}
          </ButtonLink>
        )}
      </div>
      <Card>
        <OrderFacts order={order} />
      </Card>
    </Screen>
  );
}
