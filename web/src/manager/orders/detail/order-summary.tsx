import { formatMoney } from "@reposo/contract/money/money.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { clockInZone, type DisplayZone, momentInZone } from "#manager/shared/zone/display-zone.ts";
import { useSeconds } from "#shared/time/ticking-clock.ts";
import { timeLeft } from "#shared/time/date-time.ts";
import { Badge } from "#ui/text/badge.tsx";
import { endReasonTexts, isInterrupted, type LabelOf, statusTones } from "#manager/orders/order-labels.ts";
import styles from "./order-summary.module.css";
import type { DisplayedOrder } from "./use-order.ts";

const refundTexts = {
  requested: "refundRequested",
  onItsWay: "refundPending",
  needsAttention: "refundNeedsAttention",
} as const;

export function OrderSummary({
  order,
  zone,
  labelOf,
}: {
  order: DisplayedOrder;
  zone: DisplayZone;
  labelOf: LabelOf;
}) {
  const texts = useText("lists");
  const language = useLanguage();
  const { orderStatus, amount, currency, refund, refunded, payment, startDeadlineAt } = order;
  const clock = (at: string) => clockInZone(Date.parse(at), zone, language);
  const added = order.extensions
    .filter(
      (one) =>
        (one.orderStatus === "running" || one.orderStatus === "completed") && one.refunded < one.amount,
    )
    .reverse();
  const money = (minor: number) => formatMoney(minor, currency, language);
  return (
    <div className={styles.card}>
      <div className="split">
        <span className={styles.amount}>{money(amount)}</span>
        <span role="status">
          <Badge tone={isInterrupted(order) ? "warn" : statusTones[orderStatus]}>
            {labelOf("orderStatus", orderStatus)}
          </Badge>
        </span>
      </div>
      <p className="soft">
        {order.orderNumber} · {momentInZone(Date.parse(order.orderTime), zone, language)}
      </p>
      {added.map(({ orderId, amount: addedAmount, minutes }) => (
        <p key={orderId} className="muted">
          +{money(addedAmount)} · {fill(texts.stepAdded, { minutes })}
        </p>
      ))}
      {orderStatus === "running" && order.endsAt !== null && <Running order={order} endsAt={order.endsAt} />}
      {orderStatus === "unpaid" && payment !== null && (
        <p className="muted">{fill(texts.waitingForPayment, { time: clock(payment.expiresAt) })}</p>
      )}
      {startDeadlineAt !== null && (orderStatus === "paid" || orderStatus === "starting") && (
        <p className="muted">{fill(texts.waitingForChair, { time: clock(startDeadlineAt) })}</p>
      )}
      {isInterrupted(order) && order.endReason !== null && (
        <p className={styles.interrupted}>{texts[endReasonTexts[order.endReason]]}</p>
      )}
      {refund !== null && refund.state !== "returned" ? (
        <p className="muted">{fill(texts[refundTexts[refund.state]], { amount: money(refund.amount) })}</p>
      ) : (
        refunded > 0 && <p className="muted">{fill(texts.refundReturned, { amount: money(refunded) })}</p>
      )}
    </div>
  );
}

function Running({ order, endsAt }: { order: DisplayedOrder; endsAt: string }) {
  const texts = useText("lists");
  const now = useSeconds();
  const left = timeLeft(endsAt, now);
  const startMs = Date.parse(order.startedAt ?? endsAt) || 0;
  const done = Math.min(1, Math.max(0, (now - startMs) / Math.max(1, Date.parse(endsAt) - startMs)));
  return (
    <>
      <p className={styles.left}>{left === null ? texts.ending : fill(texts.timeLeft, { time: left })}</p>
      <div className={styles.bar} aria-hidden="true">
        <div className={styles.done} style={{ transform: `scaleX(${done})` }} />
      </div>
    </>
  );
}
