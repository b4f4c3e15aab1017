import { fullDate } from "@reposo/contract/text/date-styles.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { memo } from "react";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import {
  clockInZone,
  type DisplayZone,
  formatInZone,
  momentInZone,
} from "#manager/shared/zone/display-zone.ts";
import { Badge } from "#ui/text/badge.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import { Row } from "#ui/list/list.tsx";
import type { OrderRow } from "#manager/orders/filter/order-filters.ts";
import { type LabelOf, statusTones } from "#manager/orders/order-labels.ts";
import styles from "./order-row.module.css";

export const OrderListRow = memo(function OrderListRow({
  order,
  position,
  total,
  zone,
  labelOf,
  hasDays,
}: {
  order: OrderRow;
  position: number;
  total: number;
  zone: DisplayZone;
  labelOf: LabelOf;
  /** Whether a heading above the row names its day. */
  hasDays: boolean;
}) {
  const texts = useText("lists");
  const language = useLanguage();
  const {
    orderId,
    orderNumber,
    deviceId,
    areaName,
    payType,
    gear,
    minutes,
    parentOrderId,
    amount,
    currency,
    refunded,
    orderStatus,
    orderTime,
    lateAt,
  } = order;
  const isReturned = refunded > 0 && refunded >= amount;
  return (
    <Row
      href={hrefOf("orders", { orderId })}
      name={orderId}
      position={position}
      total={total}
      title={<span className={styles.number}>{deviceId}</span>}
      detail={
        <>
          <span className="line">{orderNumber}</span>
          <span className="line" dir="auto">
            {areaName}
          </span>
          <span className="line">
            {labelOf("payType", payType)} ·{" "}
            {/* An order of added minutes, which looks like a second massage otherwise. */}
            {parentOrderId === null ? fill(texts.gear, { gear }) : `+${fill(texts.minutes, { minutes })}`}
          </span>
          {lateAt !== null && (
            <span className={styles.late}>
              {fill(texts.lateEntry, {
                date: formatInZone(Date.parse(lateAt), zone, language, fullDate),
              })}
            </span>
          )}
        </>
      }
      meta={
        <>
          <span className={classNames(styles.amount, isReturned && styles.returned)}>
            {formatMoney(amount, currency, language)}
          </span>
          {refunded > 0 && orderStatus !== "refunded" && (
            <span className={styles.refunded}>
              {fill(texts.refundedAmount, { amount: formatMoney(refunded, currency, language) })}
            </span>
          )}
          <Badge tone={statusTones[orderStatus]}>{labelOf("orderStatus", orderStatus)}</Badge>
          <span className={styles.small}>
            <time dateTime={orderTime}>
              {(hasDays ? clockInZone : momentInZone)(Date.parse(orderTime), zone, language)}
            </time>
          </span>
        </>
      }
    />
  );
});
