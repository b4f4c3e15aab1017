import { dateAndTime } from "@reposo/contract/text/date-styles.ts";
import { useLocalFormatter } from "#shared/time/local-times.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Badge } from "#ui/text/badge.tsx";
import { Button } from "#ui/button/button.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import { stateName } from "./receipt-facts.ts";
import styles from "./recent-orders.module.css";
import type { OwnOrder } from "./own-orders-query.ts";
import { useOwnOrders } from "./use-own-orders.ts";

const tones: Partial<Record<ReturnType<typeof stateName>, "good" | "warn" | "bad" | "accent">> = {
  unpaid: "warn",
  paid: "accent",
  starting: "accent",
  running: "accent",
  completed: "good",
  endedByChair: "warn",
  failed: "bad",
};

/**
 * Lists the orders of this browser's customer token: those placed with the token, and those to which a ticket, which
 * the return URL of a payment contains, gave it access. Customers have no account, so orders of other browsers are
 * missing.
 */
export function RecentOrders() {
  const text = useText("receipts");
  const { tryAgain } = useText("shared");
  const { rows, isOffline, isFailed, reload, more } = useOwnOrders();
  return (
    <Section title={text.recentTitle}>
      {rows === null && !isOffline && !isFailed && <Skeleton shape="card" />}
      {rows === null && isOffline && !isFailed && <p className="muted">{text.recentOffline}</p>}
      {isFailed && (
        <Banner
          kind="error"
          reveals={false}
          action={
            <Button variant="plain" onClick={reload}>
              {tryAgain}
            </Button>
          }
        >
          {text.recentFailed}
        </Banner>
      )}
      {rows?.length === 0 && <p className="muted">{text.recentNone}</p>}
      {rows !== null && rows.length > 0 && (
        <List label={text.recentTitle}>
          {rows.map((order) => (
            <OrderLine key={order.orderId} order={order} />
          ))}
        </List>
      )}
      {more !== null && (
        <Button variant="quiet" wide onClick={more}>
          {text.more}
        </Button>
      )}
    </Section>
  );
}

function OrderLine({ order }: { order: OwnOrder }) {
  const text = useText("receipts");
  const language = useLanguage();
  const moment = useLocalFormatter(dateAndTime);
  const { orderId, parentOrderId, orderStatus, orderTime, areaName, deviceId, minutes } = order;
  const { amount, refunded, currency } = order;
  const state = stateName(order);
  return (
    <Row
      href={hrefOf("countdown", { orderId })}
      title={areaName}
      detail={
        <>
          <span className="line">
            {fill(text.atChair, { deviceId })}
            {parentOrderId !== null && ` · ${fill(text.moreMinutes, { minutes })}`}
          </span>
          <time className="line" dateTime={orderTime}>
            {moment(orderTime)}
          </time>
          {refunded > 0 && orderStatus !== "refunded" && (
            <span className="line">
              {text.moneyReturned} {formatMoney(refunded, currency, language)}
            </span>
          )}
        </>
      }
      meta={
        <>
          <span className={styles.amount}>{formatMoney(amount, currency, language)}</span>
          <Badge tone={tones[state] ?? "neutral"}>{text[state]}</Badge>
        </>
      }
    />
  );
}
